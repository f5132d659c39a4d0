import type { Pool, PoolClient } from 'pg';
import { queryGiven } from '../../platform/store/query-given.ts';
import type { InstallFacts } from '../facts/install-facts.ts';
import { IDENTIFYING, modelsResting } from '../models/models.ts';

/** Two looks at an index a click, which end at the first install of another device. */
const FIND = `
  select given.n, given.click_id
  from json_to_recordset($1::json) as given (n int, customer_id uuid, device_id uuid, click_id uuid)
  where exists (
    select 1 from attributions
    where attributions.customer_id = given.customer_id and attributions.click_id = given.click_id
      and attributions.device_id <> given.device_id
      and attributions.model in ${modelsResting(...IDENTIFYING)})
    or exists (
      select 1 from named_clicks
      where named_clicks.customer_id = given.customer_id and named_clicks.click_id = given.click_id
        and named_clicks.device_id <> given.device_id)`;

/** An install, and clicks that are known to have come from its network. */
interface NetworkClicks {
  readonly install: InstallFacts;
  readonly clickIds: readonly string[];
}

/**
 * Those of the clicks that brought another device, by its identity, or that its install names, if only in vain: an install
 * that is decided, or one of these. In the order of the questions.
 */
export async function findNamedClicks(
  client: Pool | PoolClient,
  questions: readonly NetworkClicks[],
): Promise<ReadonlySet<string>[]> {
  const asked = questions.flatMap(({ install: { customerId, deviceId }, clickIds }, n) =>
    clickIds.map((click_id) => ({ n, customer_id: customerId, device_id: deviceId, click_id })),
  );
  if (asked.length === 0) return questions.map(() => new Set());
  const namedNow = questions.flatMap(({ install }) =>
    [install.referrer?.clickId, install.clickId].flatMap((id) => (id ? [{ id, install }] : [])),
  );
  const statement = { name: 'find-clicks-of-others', text: FIND };
  const rows = await queryGiven<{ n: number; click_id: string }>(client, statement, asked);
  const found = questions.map(() => new Set<string>());
  for (const { n, click_id } of rows) found[n]?.add(click_id);
  const namers = Map.groupBy(namedNow, ({ id }) => id);
  for (const { n, customer_id, device_id, click_id } of asked) {
    const others = namers
      .get(click_id)
      ?.some(({ install }) => install.customerId === customer_id && install.deviceId !== device_id);
    if (others) found[n]?.add(click_id);
  }
  return found;
}
