import { randomFor } from '@tributary/server/testing/random';
import type { ClientHistory, ClientKind, WorldEvent } from '../action.ts';
import type { JourneyContext } from './journey.ts';

/** The SDK as it is now, in an app that keeps its sessions. */
export const CURRENT_SDK: ClientKind = { name: 'world-1.0', resolvesKey: true, sends: 'session' };
/** From before there were sessions. */
const OLD_SDK: ClientKind = { name: 'world-0.9', resolvesKey: true, sends: null };
/** The app's own backend, which tells of those who install it elsewhere. */
const BACKEND: ClientKind = { name: 'backend-1.0', resolvesKey: false, sends: null };

const HOUR = 3_600_000;

/** What sends the install of someone who uses the app. From a stream of its own, so that nothing else changes with it. */
export function drawClient({ seed, app, world }: JourneyContext, eventId: string): ClientKind {
  const random = randomFor(seed, 'client', eventId);
  const { byBackend, oldSdk, historyLost } = world.clients;
  if (app.hasBackend && random.chance(byBackend)) return BACKEND;
  if (random.chance(oldSdk)) return OLD_SDK;
  const sends = app.tracksSessions ? 'session' : null;
  const isLost = random.chance(historyLost);
  const isKey = random.chance(0.5);
  return {
    name: CURRENT_SDK.name,
    resolvesKey: !(isLost && isKey),
    sends: isLost && !isKey ? null : sends,
  };
}

/** What the client does beside the install. @param resolvedAt Unix ms; when it resolves the key, if it does. */
export function sdkHistory(
  install: WorldEvent,
  { resolvesKey, sends }: ClientKind,
  resolvedAt: number,
): ClientHistory {
  return {
    keyResolvedAt: resolvesKey ? resolvedAt : null,
    events: sends === null ? [] : [besideInstall(install, sends)],
  };
}

const TYPES = { session: 'session_start', view: 'custom', 'end before': 'session_end' } as const;

function besideInstall(install: WorldEvent, sends: keyof typeof TYPES): WorldEvent {
  const { referrer: _referrer, referrer_click_ts: _click, install_begin_ts: _begin, ...device } = install;
  const before = sends === 'end before' ? HOUR : 0;
  const { age_ms } = install;
  return {
    ...device,
    event_type: TYPES[sends],
    ...(sends === 'view' && { custom_event_name: 'view' }),
    event_id: `beside-${install.event_id}`,
    timestamp: install.timestamp - before,
    ...(age_ms !== undefined && { age_ms: age_ms + before }),
  };
}
