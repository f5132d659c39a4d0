import { queueEventsSql } from '@tributary/db/functions/group-events-sql';
import { insertEventsSql } from '@tributary/db/functions/insert-events-sql';
import type { PoolClient } from 'pg';
import { resolveDevices } from '../../attribution/devices/resolve-devices.ts';
import { keyOf } from '../../attribution/event-queue/queued-event.ts';
import { cohortInstallsOf } from '../../attribution/store/cohort-installs-of.ts';
import { recordInstalls } from '../../attribution/store/record-installs.ts';
import { recordPurchases } from '../../attribution/store/record-purchases.ts';
import { storeAttributions } from '../../attribution/store/store-attributions.ts';
import { addToCounters, counted } from '../../counters/add-to-counters.ts';
import { countCohortInstalls } from '../../counters/count-cohort-installs.ts';
import { ATTRIBUTIONS } from '../../counters/facts/attributions.ts';
import { lockAppExclusively, lockApps } from '../../counters/lock-apps.ts';
import { queueDevices } from '../../counters/queue-devices.ts';
import { resolveCampaigns } from '../campaigns/resolve-campaigns.ts';
import type { ImportRow } from '../import-row.ts';
import { importDecision } from './import-decision.ts';
import type { ImportTarget } from './import-target.ts';
import { recordDays } from './record-days.ts';
import { supersedeInstalls } from './supersede-installs.ts';
import { type ImportedEvent, toEvent, toEventRow } from './to-event.ts';

/** Those that are new are left to be counted. */
const INSERT_EVENTS = `
  with inserted as (${insertEventsSql('$1::json')} returning *)
  ${queueEventsSql('select * from inserted')}`;

/**
 * Stores rows as events, installs, attributions and purchases in the caller's transaction, and counts them: the steps
 * and the order of locks are those of attribution (docs/locking.md). Nothing is queued to be attributed, and nothing
 * reported to ad networks. A row that is already stored stays as it is.
 *
 * @param now Unix ms.
 * @param options.alone holds the app exclusively.
 * @throws NeedsAppAlone if that is needed.
 */
export async function storeRows(
  client: PoolClient,
  target: ImportTarget,
  rows: readonly ImportRow[],
  now: number,
  { alone = false } = {},
): Promise<void> {
  if (rows.length === 0) return;
  const campaigns = await resolveCampaigns(client, target, rows, now);
  if (alone) await lockAppExclusively(client, target.appId);
  else await lockApps(client, [target.appId]);
  const rowOf = new Map<string, ImportRow>();
  const events = rows.map((row) => {
    const event = toEvent(row, target, campaigns.get(row.campaign_name ?? '') ?? null, now);
    rowOf.set(keyOf(event), row);
    return event;
  });
  await insertEvents(client, events, rowOf);
  await recordDays(client, events);
  // The first install of a device in the batch is the one that counts.
  const inOrder = events.toSorted((a, b) => a.occurred_at - b.occurred_at);
  const imported = { imported: true };
  const { devices, bound } = await resolveDevices(
    client,
    inOrder.filter(({ event_type }) => event_type !== 'click'),
    imported,
  );
  await supersedeInstalls(client, target, inOrder, devices, alone);
  const installs = await recordInstalls(client, inOrder, devices, imported);
  const decided = installs.flatMap((install) => {
    const row = rowOf.get(keyOf(install.event));
    return row ? [importDecision(install, row, target.platform)] : [];
  });
  const stored = await storeAttributions(client, decided, now);
  const { customerId: customer_id, appId: app_id } = target;
  const cohorts = await countCohortInstalls(client, cohortInstallsOf(installs, stored));
  await addToCounters(client, [...cohorts, counted(ATTRIBUTIONS, stored)]);
  await recordPurchases(client, inOrder, devices, now);
  // Their days are counted, and their payments and purchases credited, after the commit.
  const seen = [...new Set(devices.values())].map((device_id) => ({ customer_id, app_id, device_id }));
  await queueDevices(client, [...bound, ...seen], now);
}

async function insertEvents(
  client: PoolClient,
  events: readonly ImportedEvent[],
  rowOf: ReadonlyMap<string, ImportRow>,
): Promise<void> {
  const rows = events.flatMap((event) => {
    const row = rowOf.get(keyOf(event));
    return row ? [toEventRow(event, row)] : [];
  });
  const values = [JSON.stringify(rows)];
  await client.query({ name: 'insert-imported-events', text: INSERT_EVENTS, values });
}
