import { gzipSync } from 'node:zlib';
import { signCanonical } from '@tributary/sdk/wire/sign';
import { HOSTILE_JSON } from '../../testing/hostile-json.ts';
import { type EventSource, eventOf, signedEvent } from '../../testing/signed-event.ts';

const FIELDS = [
  'event_type',
  'timestamp',
  'customer_id',
  'app_id',
  'event_id',
  'sdk_version',
  'signature',
  'sent_at',
  'age_ms',
  'gaid',
  'android_id',
  'installation_id',
  'user_id',
  'device_fingerprint_components',
  'click_id',
  'campaign_id',
  'channel',
  'referrer',
  'device_model',
  'event_properties',
  'revenue',
  'currency',
  'custom_event_name',
  'events',
  'referrer_click_ts',
  'install_begin_ts',
  'push_token',
  '__proto__',
  'constructor',
  'toString',
  '',
  'colour',
];

type Body = string | Uint8Array<ArrayBuffer>;

/** Makes requests to ingest that are invalid, or valid in unusual ways. */
export class EventMutator {
  readonly #draw: () => number;

  /** @param draw from 0 up to 1; the same draws make the same requests, except for ids and times. */
  constructor(draw: () => number) {
    this.#draw = draw;
  }

  /** A body with events of that source. */
  anyBody(source: EventSource): string {
    const honest = () => JSON.stringify(signedEvent(source));
    const event = () =>
      this.#pick([() => this.#hostileEvent(source), honest, () => this.#nestedReferrer(source)])();
    return this.#pick([
      () => this.#hostileEvent(source),
      () => `{"events":[${Array.from({ length: this.#below(6) }, event).join(',')}]}`,
      () => this.#tampered(source),
      () => `{"events":[${this.#tampered(source)},${this.#pick(HOSTILE_JSON)}]}`,
      () => this.#garbled(honest()),
      () => this.#garbled(`{"events":[${event()},${event()}]}`),
      () => this.#pick(HOSTILE_JSON),
      () => this.#nestedReferrer(source),
      () => this.#crowdedEvent(source),
    ])();
  }

  /** The body in one of its possible encodings, with matching headers. */
  encode(body: string): [Body, Record<string, string>] {
    const kind = this.#below(10);
    if (kind > 1) return [body, {}];
    const zipped = new Uint8Array(gzipSync(body));
    const bytes = kind === 0 ? zipped.slice(0, this.#below(zipped.length)) : zipped;
    return [bytes, this.#pick([{ 'content-encoding': 'gzip' }, {}])];
  }

  /** An event whose hostile members are signed: the most that a client with the secret can do. */
  #hostileEvent(source: EventSource): string {
    const members = membersOf(source).set('event_properties', `{"at":${this.#below(1000)}}`);
    for (let i = this.#below(4); i >= 0; i--) members.set(this.#pick(FIELDS), this.#pick(HOSTILE_JSON));
    return signed(members, source);
  }

  /** An install whose referrer contains a referrer, and so on. */
  #nestedReferrer(source: EventSource): string {
    const times = this.#pick([1, 3, 4, 5, 30, 800]);
    const end = this.#pick([
      '',
      '%25%25%25',
      '%E0%A4%A',
      'utm_medium=organic',
      `service_click_id=${source.appId}`,
    ]);
    const referrer = this.#pick([
      () => 'referrer='.repeat(times) + end,
      () => nested(Math.min(times, 12), end),
      () => `https://a.example/${'?'.repeat(times)}${end}`,
      () => encodeURIComponent('referrer='.repeat(times)),
      () => '&='.repeat(times) + end,
    ])();
    const install = { event_type: 'install', android_id: `d${this.#below(1e9)}` };
    return JSON.stringify(signedEvent(source, { ...install, referrer: referrer.slice(0, 8192) }));
  }

  /** An event with around the maximum number of members, or far more. */
  #crowdedEvent(source: EventSource): string {
    const count = this.#pick([240, 249, 250, 251, 1000, 20_000]);
    const name = this.#pick([() => 'a', (n: number) => `x${n}`, (n: number) => `${n}`]);
    const names = Array.from({ length: count }, (_, n) => name(n));
    const members = membersOf(source);
    if (this.#below(2)) {
      for (const each of names) members.set(each, '1');
      return signed(members, source);
    }
    return `{${names.map((each) => `"${each}":1`).join(',')},${signed(members, source).slice(1)}`;
  }

  /** An event's text with a hostile value inserted after signing. */
  #tampered(source: EventSource): string {
    const text = JSON.stringify(signedEvent(source));
    const member = `${JSON.stringify(this.#pick(FIELDS))}:${this.#pick(HOSTILE_JSON)}`;
    return this.#below(2) ? `{${member},${text.slice(1)}` : `${text.slice(0, -1)},${member}}`;
  }

  #garbled(text: string): string {
    const at = this.#below(text.length);
    return this.#pick([
      () => text.slice(0, at),
      () =>
        text.slice(0, at) +
        this.#pick(['"', '\\', '{', '}', '[', ']', ',', ':', '\0', '\n', '\u2028', '1']) +
        text.slice(at),
      () => text.slice(0, at) + text.slice(at + 1 + this.#below(9)),
      () => text + text,
    ])();
  }

  #below(limit: number): number {
    return Math.floor(this.#draw() * limit);
  }

  #pick<T>(from: readonly T[]): T {
    const one = from[this.#below(from.length)];
    if (one === undefined) throw new Error('nothing to pick from');
    return one;
  }
}

/** The members of a valid event as JSON texts, by name. */
function membersOf(source: EventSource): Map<string, string> {
  return new Map(Object.entries(eventOf(source)).map(([name, value]) => [name, JSON.stringify(value)]));
}

function signed(members: Map<string, string>, source: EventSource): string {
  members.delete('signature');
  const canonical = [...members]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, text]) => `${JSON.stringify(name)}:${text}`)
    .join(',');
  return `{${canonical},"signature":"${signCanonical(`{${canonical}}`, source.sdkSecret)}"}`;
}

function nested(times: number, end: string): string {
  let text = end;
  for (let turn = 0; turn < times; turn++) text = `referrer=${encodeURIComponent(text)}`;
  return text;
}
