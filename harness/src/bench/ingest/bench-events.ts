import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import { canonicalEvent } from '@tributary/sdk/wire/canonical';
import type { EventType, UnsignedEvent } from '@tributary/sdk/wire/event';
import type { SeededApp } from '../../backend/seed-apps.ts';

/** Shares of the event types, in per cent; attribution processes a tenth of the events. */
const TYPE_SHARES: [EventType, number][] = [
  ['custom', 35],
  ['open', 25],
  ['session_start', 15],
  ['session_end', 15],
  ['purchase', 4],
  ['install', 4],
  ['re_engagement', 1],
  ['click', 1],
];
const TYPES = TYPE_SHARES.flatMap(([type, share]) => Array<EventType>(share).fill(type));

/** One event in this many comes from a new device. */
const EVENTS_PER_DEVICE = 5;

/** Creates events as an SDK would; four in five come from a device that was already active on the same day. */
export class BenchEvents {
  readonly #apps: readonly SeededApp[];
  readonly #withIds: boolean;
  readonly #devices = new Map<string, string[]>();
  #made = 0;

  /** @param withIds whether events have an installation id; without it no device-days are recorded */
  constructor(apps: readonly SeededApp[], { withIds = true } = {}) {
    this.#apps = apps;
    this.#withIds = withIds;
  }

  /** The app of a request; all apps get equally many. */
  app(turn: number): SeededApp {
    const app = this.#apps[turn % this.#apps.length];
    if (app === undefined) throw new Error('there are no apps');
    return app;
  }

  /** The text of an event as our SDK sends it: in canonical form, with the signature at the end. */
  make(app: SeededApp): string {
    const now = Date.now();
    const event: UnsignedEvent = {
      event_type: TYPES[(this.#made++ * 37) % TYPES.length] ?? 'open',
      timestamp: now - 4000,
      customer_id: app.customerId,
      app_id: app.appId,
      event_id: uuidV7(now),
      sdk_version: 'js-1.0.0',
      sent_at: now,
      age_ms: 4000,
      ...(this.#withIds && { installation_id: this.#device(app) }),
      device_model: 'SM-A155F',
      os_name: 'Android',
      os_version: '14',
      app_version: '3.2.1',
      screen_resolution: '1080x2340',
      event_properties: { screen: 'product', position: this.#made % 40, label: 'Wireless headphones, black' },
    };
    const canonical = canonicalEvent(event);
    const signature = createHmac('sha256', app.secret).update(canonical).digest('hex');
    return `${canonical.slice(0, -1)},"signature":"${signature}"}`;
  }

  #device(app: SeededApp): string {
    const known = this.#devices.get(app.appId) ?? [];
    this.#devices.set(app.appId, known);
    const returning =
      Math.random() < 1 / EVENTS_PER_DEVICE ? undefined : known[Math.floor(Math.random() * known.length)];
    if (returning !== undefined) return returning;
    const device = randomUUID();
    known.push(device);
    return device;
  }
}

/** An id that begins with the time, as the SDK makes them. */
export function uuidV7(now: number): string {
  const bytes = randomBytes(16);
  bytes.writeUIntBE(now, 0, 6);
  bytes[6] = 0x70 | ((bytes[6] ?? 0) & 0x0f);
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f);
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
