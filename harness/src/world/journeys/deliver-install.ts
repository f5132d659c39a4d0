import type { ClientKind, EventAction, IntegrityVerdict, WorldEvent } from '../action.ts';
import { type Connection, connectLater, connectToWifi } from '../connection.ts';
import { languageOf, type Person } from '../person.ts';
import type { InstallTruth } from '../truth.ts';
import { appUserAgent } from '../user-agent.ts';
import { drawWait } from '../wait.ts';
import { drawClient, sdkHistory } from './client-history.ts';
import type { JourneyContext } from './journey.ts';

/** What the store reported to the SDK, in Unix ms of true time; null if it reported nothing, 0 for an unknown time. */
export interface StoreRecord {
  readonly referrer: string | null;
  readonly clickedAt: number | null;
  readonly beganAt: number | null;
}

export interface InstallParts {
  readonly person: Person;
  /** Unix ms, true time of the first open. */
  readonly openedAt: number;
  readonly connection: Connection;
  readonly store: StoreRecord;
  readonly claim: EventAction['claim'];
  readonly integrity: IntegrityVerdict;
  readonly truth: Omit<InstallTruth, 'eventId' | 'app' | 'person'>;
  /** The times that a forged event claims. */
  readonly forged?: { readonly clockOff: number; readonly reportsAge: boolean };
  /** What sends it; drawn for those who use the app. */
  readonly client?: ClientKind;
}

const MINUTE = 60_000;
/** From signing to arrival. */
const ON_THE_WAY = 300;

/** Delivers the install event: at once, at the next Wi-Fi, or when the phone is online again. */
export function deliverInstall(context: JourneyContext, parts: InstallParts): EventAction {
  const { random, app } = context;
  const { at, connection, isOffline } = arrival(context, parts);
  const eventId = random.uuid();
  const client = parts.client ?? drawClient(context, eventId);
  const described = { ...describe(parts, eventId, random.uuid()), ...times(context, parts, at) };
  const language = app.tellsLanguage && client.sends === 'session' ? languageOf(parts.person) : undefined;
  const event = { ...described, sdk_version: client.name, ...(language && { language }) };
  return {
    kind: 'event',
    at,
    app: app.index,
    address: connection.address,
    openedFrom: isOffline || !client.resolvesKey ? null : parts.connection.address,
    event,
    history: sdkHistory(event, client, isOffline ? at : parts.openedAt),
    claim: parts.claim,
    integrity: parts.integrity,
    truth: { ...parts.truth, eventId, app: app.index, person: parts.person.key },
  };
}

function arrival(
  { random, app, world: { timing } }: JourneyContext,
  { person, openedAt, connection }: InstallParts,
) {
  const capped = (delay: number) => openedAt + Math.min(delay, timing.longestDelay);
  if (app.wifiOnly && connection.kind === 'cellular') {
    const at = capped(drawWait(random, timing.untilWifi));
    return { at, connection: connectToWifi(random, person), isOffline: false };
  }
  if (random.chance(timing.offline)) {
    const at = capped(drawWait(random, timing.untilOnline));
    return { at, connection: connectLater(random, person, connection, at - openedAt), isOffline: true };
  }
  return { at: openedAt + random.integer(1000, timing.flushWithin), connection, isOffline: false };
}

/**
 * An event with a clock that is far off is refused and signed again with the server's time; the event keeps the
 * device's time, and always has an age, by that clock if there is no other.
 */
function times({ random, world }: JourneyContext, { person, openedAt, forged }: InstallParts, at: number) {
  const { clockError } = person.device;
  const isRefused = Math.abs(clockError - ON_THE_WAY) > 10 * MINUTE;
  const sentAt = at - ON_THE_WAY + (isRefused ? 0 : clockError);
  const isAgeLost = () => at - openedAt > 5 * MINUTE && random.chance(world.timing.ageLost);
  const reportsAge = forged?.reportsAge ?? (!isAgeLost() || isRefused);
  return {
    timestamp: openedAt + clockError + (forged?.clockOff ?? 0),
    sent_at: sentAt,
    ...(reportsAge && { age_ms: at - openedAt }),
  };
}

function describe(
  { person, store }: InstallParts,
  eventId: string,
  installationId: string,
): Omit<WorldEvent, 'timestamp' | 'sdk_version'> {
  const { device } = person;
  // The store has only the phone's clock.
  const seconds = (time: number) => (time === 0 ? 0 : Math.floor((time + device.clockError) / 1000));
  return {
    event_type: 'install',
    event_id: eventId,
    installation_id: installationId,
    gaid: device.gaid,
    ...(device.androidId !== null && { android_id: device.androidId }),
    device_fingerprint_components: {
      user_agent: appUserAgent(device),
      device_model: device.model,
      os_version: device.osVersion,
      screen_resolution: device.screen,
    },
    device_model: device.model,
    os_name: 'Android',
    os_version: device.osVersion,
    screen_resolution: device.screen,
    app_version: '3.2.1',
    ...(store.referrer !== null && { referrer: store.referrer }),
    ...(store.clickedAt !== null && { referrer_click_ts: seconds(store.clickedAt) }),
    ...(store.beganAt !== null && { install_begin_ts: seconds(store.beganAt) }),
  };
}
