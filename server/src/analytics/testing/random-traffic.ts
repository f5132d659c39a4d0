import type { ClickRecord } from '../../attribution/clicks/click-record.ts';
import type { CheckedEvent } from '../../ingest/check/check-shape.ts';
import type { StorableEvent } from '../../ingest/row/to-storable-event.ts';
import { storableEvent } from '../../ingest/testing/storable-events.ts';
import { DAY_MS } from '../../platform/values/day-ms.ts';
import type { Random } from '../../testing/random.ts';

/** What the traffic is like; a device that returns does so on any of the days after its install. */
export interface TrafficShape {
  /** Devices of each app. */
  readonly devices: number;
  /** Days that installs are spread over, up to the last one. */
  readonly days: number;
  /** Days a device comes back on. */
  readonly returns: number;
  /** Share of the devices with no id, or only one that identifies no one. */
  readonly nameless: number;
}

/** What links to an app: clicks are made on it. */
interface TrafficLink {
  readonly linkId: string;
  readonly campaignId: string | null;
  readonly channel: string;
}

export interface TrafficApp {
  readonly customerId: string;
  readonly appId: string;
  readonly links: readonly TrafficLink[];
}

/** Everything that happens, in the order that it is to arrive in, which is not the one that it happened in. */
export type Arrival =
  | { readonly click: ClickRecord }
  | { readonly event: StorableEvent; readonly device: TrafficDevice };

export interface TrafficDevice {
  readonly app: TrafficApp;
  readonly ids: Pick<CheckedEvent, 'installation_id' | 'android_id' | 'gaid' | 'user_id'>;
}

const NOBODY = { android_id: '0000000000000000' };

/** @param now Unix ms; nothing happens later. */
export function makeTraffic(
  random: Random,
  apps: readonly TrafficApp[],
  shape: TrafficShape,
  now: number,
): Arrival[] {
  const arrivals = apps
    .flatMap((app) => makeDevices(random, app, shape))
    .flatMap((device) => lifeOf(random, device, shape, now))
    .map((arrival) => ({ arrival, at: random.next() }));
  return arrivals.sort((a, b) => a.at - b.at).map(({ arrival }) => arrival);
}

/** A few have an id that another has as well: they contradict each other. */
function makeDevices(random: Random, app: TrafficApp, shape: TrafficShape): TrafficDevice[] {
  const devices: TrafficDevice[] = [];
  for (let made = 0; made < shape.devices; made++) {
    const ids = makeIds(random, shape);
    const other = devices.length > 0 && random.chance(0.05) ? random.pick(devices).ids : {};
    devices.push({ app, ids: { ...ids, ...other } });
  }
  return devices;
}

function makeIds(random: Random, { nameless }: TrafficShape): TrafficDevice['ids'] {
  if (random.chance(nameless)) return random.pick([{}, NOBODY, { user_id: random.uuid() }]);
  const ids: TrafficDevice['ids'] = {
    ...(random.chance(0.7) && { installation_id: random.uuid() }),
    ...(random.chance(0.5) && { android_id: random.uuid().slice(0, 8) }),
    ...(random.chance(0.3) && { user_id: random.uuid() }),
  };
  const needsOne = ids.installation_id === undefined && ids.android_id === undefined;
  return needsOne || random.chance(0.5) ? { ...ids, gaid: random.uuid() } : ids;
}

function lifeOf(random: Random, device: TrafficDevice, shape: TrafficShape, now: number): Arrival[] {
  const installedAt = now - Math.floor(random.next() * shape.days * DAY_MS);
  const life: Arrival[] = [];
  const happen = (event_type: CheckedEvent['event_type'], at: number, more: Partial<CheckedEvent> = {}) => {
    if (at > now) return;
    const members = { event_type, timestamp: at, ...someIds(random, device), ...traitsAt(at), ...more };
    life.push({
      event: storableEvent(
        { ...device.app, monthlyLimit: Number.POSITIVE_INFINITY },
        members,
        now,
        countryAt(at),
      ),
      device,
    });
  };
  // Some clicks come so late that they are flagged.
  const beforeInstall = random.below(random.chance(0.2) ? 5_000 : 3 * DAY_MS);
  const click = random.chance(0.6) ? makeClick(random, device, installedAt - beforeInstall) : undefined;
  if (click) life.push({ click });
  const carried = click?.click_id ?? null;
  const found = random.pick([{}, { click_id: carried }, { referrer: `service_click_id=${carried}` }]);
  if (random.chance(0.95)) happen('install', installedAt, { ...device.ids, ...(click && found) });
  if (random.chance(0.15)) happen('install', installedAt + random.below(5 * DAY_MS));
  if (random.chance(0.1)) happen('open', installedAt - random.below(2 * DAY_MS));
  for (let visit = random.below(2 * shape.returns + 1); visit > 0; visit--) {
    const at =
      installedAt + random.pick([0, 1, 2, 3, 6, 7, 8, 14, 29, 30, 31]) * DAY_MS + random.below(DAY_MS);
    happen(
      random.pick(['open', 'session_start', 'custom', 'purchase', 're_engagement', 'click', 'uninstall']),
      at,
      named(at),
    );
  }
  return life;
}

/** Some of everything is unknown, and values of one kind are also values of another. */
function traitsAt(at: number): Partial<CheckedEvent> {
  const app_version = [undefined, '1.0', '1.1', '2.0-beta', 'other', ''][at % 6];
  const os_version = [undefined, '13', '14', '1.0'][at % 4];
  const device_model = [undefined, 'SM-A155F', 'Pixel 8', '=cmd|" ,\n', 'ünïcødé 📱'][at % 5];
  return {
    ...(app_version !== undefined && { app_version }),
    ...(os_version !== undefined && { os_version }),
    ...(device_model !== undefined && { device_model }),
  };
}

const countryAt = (at: number) => [null, 'KE', 'NG', 'UG'][Math.floor(at / 7) % 4] ?? null;

/** Some events have a name, an amount or both, of whatever type they are. */
function named(at: number): Partial<CheckedEvent> {
  return {
    ...(at % 5 > 0 && { custom_event_name: ['', 'level_done', 'share', 'other'][at % 4] ?? null }),
    ...(at % 3 === 0 && { revenue: (at % 700) / 100 }),
    ...(at % 11 > 2 && { currency: ['USD', 'JPY'][at % 2] ?? null }),
  };
}

/** Not every event carries all ids: some only one, which may be any. */
function someIds(random: Random, { ids }: TrafficDevice): TrafficDevice['ids'] {
  const kinds = Object.entries(ids);
  if (kinds.length < 2 || random.chance(0.5)) return ids;
  const carried = kinds.filter(() => random.chance(0.5));
  return Object.fromEntries(carried.length > 0 ? carried : [random.pick(kinds)]);
}

function makeClick(random: Random, { app, ids }: TrafficDevice, at: number): ClickRecord {
  const { linkId, campaignId, channel } = random.pick(app.links);
  return {
    customer_id: app.customerId,
    click_id: random.uuid(),
    app_id: app.appId,
    link_id: linkId,
    campaign_id: campaignId,
    channel,
    source: 'link',
    clicked_at: at,
    recorded_at: at,
    gaid: random.chance(0.5) ? (ids.gaid ?? null) : null,
    android_id: null,
    idfv: null,
    idfa: null,
    installation_id: null,
    ip_network: null,
    country: countryAt(at),
    user_agent: null,
    device_model: null,
    os_name: null,
    os_version: null,
    language: null,
    visit_params: null,
    excluded_because: random.chance(0.1) ? random.pick(['bot', 'repeat'] as const) : null,
    original_click_id: null,
    rule_index: null,
    rule_url: null,
    code_hash: null,
  };
}
