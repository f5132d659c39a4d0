import type { PoolClient } from 'pg';
import { applyDeltas } from '../rollups/apply-deltas.ts';
import { installDelta } from '../rollups/install-delta.ts';
import { linkInstallDelta } from '../rollups/link-delta.ts';
import { DEFAULT_SETTINGS } from './attribution-settings.ts';
import { decide } from './decide.ts';
import { removeFromQueue } from './event-queue.ts';
import { findCandidates } from './find-candidates.ts';
import { loadEvents } from './load-events.ts';
import { loadSettings } from './load-settings.ts';
import type { EventKey } from './queued-event.ts';
import { recordEventClicks } from './record-event-clicks.ts';
import { type RecordedInstall, recordInstalls } from './record-installs.ts';
import { resolveDevices } from './resolve-devices.ts';
import { type DecidedInstall, storeAttributions } from './store-attributions.ts';
import { toInstallFacts } from './to-install-facts.ts';

/** Kinds of events that belong to a device of the app; a click may have been made anywhere. */
const DEVICE_EVENTS = new Set(['install', 'purchase', 're_engagement']);

/**
 * Works off claimed events in the caller's transaction: all of it happens, or none. The tables are taken in one order
 * (devices, clicks, installs, attributions, counters, queue), each in the order of its keys, so that any number of
 * workers wait for each other briefly and never in a ring.
 *
 * @param now Unix ms.
 */
export async function processEvents(
  client: PoolClient,
  keys: readonly EventKey[],
  now: number,
): Promise<void> {
  const events = await loadEvents(client, keys);
  const devices = await resolveDevices(
    client,
    events.filter(({ event_type }) => DEVICE_EVENTS.has(event_type)),
  );
  // Before the installs: a click of the same batch may be what led to one.
  await recordEventClicks(client, events);
  const installs = await recordInstalls(client, events, devices);
  const counted = await storeAttributions(client, await decideAll(client, installs, now), now);
  await applyDeltas(client, {
    installs: counted.flatMap((fact) => installDelta(fact, 1)),
    links: counted.flatMap((fact) => linkInstallDelta(fact, 1)),
  });
  await removeFromQueue(client, keys);
}

async function decideAll(
  client: PoolClient,
  installs: readonly RecordedInstall[],
  now: number,
): Promise<DecidedInstall[]> {
  if (installs.length === 0) return [];
  const settingsOf = await loadSettings(
    client,
    installs.map(({ event }) => event.app_id),
  );
  const questions = installs.map((install) => ({
    install: toInstallFacts(install.event, install),
    settings: settingsOf.get(install.event.app_id) ?? DEFAULT_SETTINGS,
  }));
  const candidates = await findCandidates(client, questions, now);
  return installs.flatMap((install, n) => {
    const question = questions[n];
    if (!question) return [];
    return [{ install, decision: decide(question.install, candidates[n] ?? [], question.settings) }];
  });
}
