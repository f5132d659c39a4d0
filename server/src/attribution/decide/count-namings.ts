import type { Pool, PoolClient } from 'pg';
import { queryGiven } from '../../platform/store/query-given.ts';
import { DAY_MS } from '../../platform/values/day-ms.ts';
import type { InstallFacts } from '../facts/install-facts.ts';
import { modelsResting, NAMING } from '../models/models.ts';

const WITHIN_MS = 7 * DAY_MS;
/** More devices than this say no more. */
const ENOUGH = 200;

/** One look at an index for each click that is named. */
const COUNT = `
  select given.n, given.click_id, (
    select count(*)::int from (
      select distinct device_id from attributions
      where attributions.customer_id = given.customer_id and attributions.click_id = given.click_id
        and attributions.device_id <> given.device_id and attributions.model in ${modelsResting(...NAMING)}
        and attributions.installed_at between given.since and given.until
      limit ${ENOUGH}) others) as devices
  from json_to_recordset($1::json) as given (n int, customer_id uuid, device_id uuid, click_id uuid, since timestamptz,
    until timestamptz)`;

interface CountRow {
  readonly n: number;
  readonly click_id: string;
  readonly devices: number;
}

/**
 * How many other devices have named the clicks that installs name themselves, within a week: in earlier decisions, or before
 * them in this batch. By click, in the order of the installs.
 */
export async function countNamings(
  client: Pool | PoolClient,
  installs: readonly InstallFacts[],
): Promise<ReadonlyMap<string, number>[]> {
  const named = installs.flatMap((install, n) =>
    [...new Set([install.referrer?.clickId, install.clickId])].flatMap((id) =>
      id ? [{ n, ...toGiven(install, id) }] : [],
    ),
  );
  const statement = { name: 'count-namings', text: COUNT };
  const rows = await queryGiven<CountRow>(client, statement, named);
  const counts = installs.map(() => new Map<string, number>());
  for (const { n, click_id, devices } of rows) counts[n]?.set(click_id, devices);
  for (const same of Map.groupBy(named, ({ click_id }) => click_id).values()) {
    const before = new Set<string>();
    for (const { n, click_id, device_id } of same) {
      const others = [...before].filter((id) => id !== device_id).length;
      counts[n]?.set(click_id, (counts[n]?.get(click_id) ?? 0) + others);
      before.add(device_id);
    }
  }
  return counts;
}

function toGiven({ customerId, deviceId, installedAt }: InstallFacts, clickId: string) {
  return {
    customer_id: customerId,
    device_id: deviceId,
    click_id: clickId,
    since: new Date(installedAt - WITHIN_MS).toISOString(),
    until: new Date(installedAt + WITHIN_MS).toISOString(),
  };
}
