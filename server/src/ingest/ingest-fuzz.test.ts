import { gzipSync } from 'node:zlib';
import { signCanonical } from '@tributary/sdk/wire/sign';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestService } from '../testing/test-service.ts';
import { createTenant, type Tenant } from '../testing/test-tenant.ts';
import { postEvents } from './testing/post-events.ts';
import { eventOf, signedEvent } from './testing/signed-event.ts';

const REQUESTS = 10_000;

let service: TestService;
let tenant: Tenant;
/** mulberry32: the same requests in every run. */
let state = 20_260_314;

beforeAll(async () => {
  service = await startTestService();
  tenant = await createTenant(service);
});

afterAll(() => service.close());

function random(): number {
  state = (state + 0x6d2b79f5) | 0;
  let t = Math.imul(state ^ (state >>> 15), 1 | state);
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
  return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
}

const below = (limit: number) => Math.floor(random() * limit);

function pick<T>(from: readonly T[]): T {
  const one = from[below(from.length)];
  if (one === undefined) throw new Error('nothing to pick from');
  return one;
}

/** JSON texts that parsers, databases and object code have fallen over. */
const HOSTILE = [
  ...[
    'null',
    'true',
    '0',
    '-0',
    '-1',
    '1e999',
    '1e-999',
    '1e200000',
    '9007199254740993',
    '0.1',
    '1e15',
    '""',
    '[]',
    '{}',
  ],
  ...[
    '"\\u0000"',
    '"\\ud800"',
    '"\\udc00\\ud800"',
    '"../../etc/passwd"',
    '"\'; drop table events; --"',
    '"\\\\x00"',
  ],
  ...[
    '{"__proto__":{"x":1}}',
    '{"constructor":1}',
    '{"a":1,"a":2}',
    '[[[[[[[[[]]]]]]]]]',
    '"NaN"',
    '"Infinity"',
    '"now"',
  ],
  ...[
    `"${'x'.repeat(20_000)}"`,
    `${'['.repeat(5000)}${']'.repeat(5000)}`,
    '"00000000-0000-0000-0000-000000000000"',
  ],
  ...[
    '"2f9b1f0e-54a4-4bcb-8a34-0d1f6f3a2b11"',
    '1767225600000',
    '253402300799999',
    '"\\uD83D\\uDE00"',
    '"\u202e"',
  ],
];

const FIELDS = [
  ...[
    'event_type',
    'timestamp',
    'customer_id',
    'app_id',
    'event_id',
    'sdk_version',
    'signature',
    'sent_at',
    'age_ms',
  ],
  ...[
    'gaid',
    'android_id',
    'installation_id',
    'user_id',
    'device_fingerprint_components',
    'click_id',
    'campaign_id',
  ],
  ...[
    'channel',
    'referrer',
    'device_model',
    'event_properties',
    'revenue',
    'currency',
    'custom_event_name',
    'events',
  ],
  ...[
    'referrer_click_ts',
    'install_begin_ts',
    'push_token',
    '__proto__',
    'constructor',
    'toString',
    '',
    'colour',
  ],
];

/** The text of an event whose hostile members are signed as they are: as far as a client with the secret can get. */
function hostileEvent(): string {
  const valid = Object.entries(eventOf(tenant)).map(
    ([name, value]) => [name, JSON.stringify(value)] as const,
  );
  const members = new Map([...valid, ['event_properties', `{"at":${below(1000)}}`]]);
  for (let i = below(4); i >= 0; i--) members.set(pick(FIELDS), pick(HOSTILE));
  members.delete('signature');
  const canonical = [...members]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, text]) => `${JSON.stringify(name)}:${text}`)
    .join(',');
  return `{${canonical},"signature":"${signCanonical(`{${canonical}}`, tenant.sdkSecret)}"}`;
}

/** An event's text with a hostile value put in after signing. */
function tampered(): string {
  const text = JSON.stringify(signedEvent(tenant));
  const member = `${JSON.stringify(pick(FIELDS))}:${pick(HOSTILE)}`;
  return below(2) ? `{${member},${text.slice(1)}` : `${text.slice(0, -1)},${member}}`;
}

function garbled(text: string): string {
  const at = below(text.length);
  return pick([
    () => text.slice(0, at),
    () =>
      text.slice(0, at) +
      pick(['"', '\\', '{', '}', '[', ']', ',', ':', '\0', '\n', '\u2028', '1']) +
      text.slice(at),
    () => text.slice(0, at) + text.slice(at + 1 + below(9)),
    () => text + text,
  ])();
}

function anyBody(): string {
  const honest = () => JSON.stringify(signedEvent(tenant));
  const event = () => pick([hostileEvent, honest])();
  return pick([
    hostileEvent,
    () => `{"events":[${Array.from({ length: below(6) }, event).join(',')}]}`,
    tampered,
    () => `{"events":[${tampered()},${pick(HOSTILE)}]}`,
    () => garbled(honest()),
    () => garbled(`{"events":[${event()},${event()}]}`),
    () => pick(HOSTILE),
  ])();
}

function encoded(body: string): [string | Uint8Array<ArrayBuffer>, Record<string, string>] {
  const kind = below(10);
  if (kind > 1) return [body, {}];
  const zipped = new Uint8Array(gzipSync(body));
  const bytes = kind === 0 ? zipped.slice(0, below(zipped.length)) : zipped;
  return [bytes, pick([{ 'content-encoding': 'gzip' }, {}])];
}

test('10,000 mutated requests: no fault, and stored is exactly what was accepted', {
  timeout: 120_000,
}, async () => {
  const accepted = new Set<string>();
  const seen = new Map<string, number>();
  // Verified events count against their app; the limit is not what is looked for here.
  let sentWithThisTenant = 0;
  const tenants = [tenant.appId];
  for (let i = 0; i < REQUESTS; i++) {
    if (++sentWithThisTenant === 590) {
      tenant = await createTenant(service);
      tenants.push(tenant.appId);
      sentWithThisTenant = 0;
    }
    const body = anyBody();
    const { status, results, body: answer } = await postEvents(service, ...encoded(body));
    expect([200, 400, 413], body.slice(0, 2000)).toContain(status);
    if (status !== 200) expect(answer).toMatchObject({ error: expect.any(String), code: 'VALIDATION_ERROR' });
    for (const { status: outcome, code, event_id, error } of results) {
      if (outcome === 'accepted') accepted.add(`${tenant.appId} ${event_id}`);
      if (outcome === 'rejected') expect(error).toBeTruthy();
      expect(error ?? '', body.slice(0, 2000)).not.toContain('cannot be stored');
      seen.set(code ?? outcome, (seen.get(code ?? outcome) ?? 0) + 1);
    }
  }
  const { rows } = await service.services.workPool.query<{ key: string }>(
    `select app_id || ' ' || event_id as key from events`,
  );
  expect(rows.map(({ key }) => key).sort()).toEqual([...accepted].sort());
  expect([...seen.keys()].sort()).toEqual(['AUTH_ERROR', 'VALIDATION_ERROR', 'accepted', 'deduplicated']);
  expect(tenants.length).toBeGreaterThan(10);
});
