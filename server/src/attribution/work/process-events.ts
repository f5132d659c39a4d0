import type { PoolClient } from 'pg';
import { addToCounters, counted } from '../../counters/add-to-counters.ts';
import { countCohortInstalls } from '../../counters/count-cohort-installs.ts';
import { ATTRIBUTIONS } from '../../counters/facts/attributions.ts';
import { lockApps } from '../../counters/lock-apps.ts';
import { type DeviceRef, queueDevices } from '../../counters/queue-devices.ts';
import { queueInstallPostbacks } from '../../postbacks/outbox/queue-install-postbacks.ts';
import { admitNamedBots } from '../clicks/admit-named-bots.ts';
import { recordEventClicks } from '../clicks/record-event-clicks.ts';
import { decide } from '../decide/decide.ts';
import { findCandidates } from '../decide/find-candidates.ts';
import { toInstallFacts } from '../decide/to-install-facts.ts';
import { type ResolvedDevices, resolveByArrival } from '../devices/resolve-devices.ts';
import { removeFromQueue } from '../event-queue/event-queue.ts';
import { loadEvents } from '../event-queue/load-events.ts';
import { type ClaimedEvent, keyOf, type QueuedEvent } from '../event-queue/queued-event.ts';
import { waitingBefore } from '../event-queue/waiting-events.ts';
import { DEFAULT_SETTINGS } from '../facts/attribution-settings.ts';
import { judgeInstalls } from '../fraud/judge-installs.ts';
import { cohortInstallsOf } from '../store/cohort-installs-of.ts';
import { type RecordedInstall, recordInstalls } from '../store/record-installs.ts';
import { recordPurchases } from '../store/record-purchases.ts';
import { type DecidedInstall, storeAttributions } from '../store/store-attributions.ts';
import { storeNamedClicks } from '../store/store-named-clicks.ts';
import { loadAppTraits, toAppDay } from '../traits/load-app-traits.ts';
import { loadSettings } from './load-settings.ts';

/**
 * Processes claimed events in the caller's transaction, completely or not at all. Tables are locked in one order (apps,
 * devices, clicks, installs, fraud, attributions, cohorts, counters, purchases, postbacks, queues; docs/locking.md), each in key
 * order, so that concurrent workers wait for each other briefly and never deadlock.
 *
 * @param now Unix ms.
 */
export async function processEvents(
  client: PoolClient,
  keys: readonly ClaimedEvent[],
  now: number,
): Promise<void> {
  await lockApps(
    client,
    keys.map(({ app_id }) => app_id),
  );
  const loaded = await loadEvents(client, keys);
  const waiting = waitingBefore(client, keys, now);
  const { devices, shared, bound } = await resolveByArrival(client, loaded, waiting, now);
  const events = withoutShared(loaded, shared);
  // Before the installs, because a click in the same batch may have led to one.
  await recordEventClicks(client, events);
  const admitted = await admitNamedBots(client, events);
  const installs = await recordInstalls(client, events, devices);
  const judged = await judgeInstalls(client, await decideAll(client, installs, now), now);
  const stored = await storeAttributions(client, judged, now);
  await storeNamedClicks(client, judged);
  const gained = cohortInstallsOf(installs, stored);
  const cohorts = await countCohortInstalls(client, gained);
  await addToCounters(client, [...admitted, ...cohorts, counted(ATTRIBUTIONS, stored)]);
  await recordPurchases(client, events, devices, now);
  await queueInstallPostbacks(client, stored, now);
  await queueDevices(client, [...bound, ...gained, ...judged.flatMap(toPaying)], now);
  await removeFromQueue(client, keys);
}

/** What many phones share says nothing of the device of an event. */
function withoutShared(
  events: readonly QueuedEvent[],
  shared: ResolvedDevices['shared'],
): readonly QueuedEvent[] {
  if (shared.size === 0) return events;
  return events.map((event) => {
    const kinds = shared.get(keyOf(event)) ?? [];
    return { ...event, ...Object.fromEntries(kinds.map((kind) => [kind, null])) };
  });
}

/**
 * Devices whose payments and purchases may be credited to this install, including a re-install, or are in the groups of it:
 * without a campaign they are in those of the first.
 */
function toPaying({ install, decision }: DecidedInstall): DeviceRef[] {
  const { customer_id, app_id } = install.event;
  const hasOrigin = decision.campaignId !== null || decision.clickId !== null;
  const counts = hasOrigin || install.kind === 'install';
  return counts ? [{ customer_id, app_id, device_id: install.deviceId }] : [];
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
  const traitsOf = await loadAppTraits(
    client,
    installs.map(({ event }) => toAppDay(event)),
  );
  const questions = installs.map((install) => ({
    install: toInstallFacts(install.event, install, traitsOf(toAppDay(install.event))),
    settings: settingsOf.get(install.event.app_id) ?? DEFAULT_SETTINGS,
  }));
  const candidates = await findCandidates(client, questions, now);
  return installs.flatMap((install, n) => {
    const question = questions[n];
    if (!question) return [];
    return [{ install, decision: decide(question.install, candidates[n] ?? [], question.settings) }];
  });
}
