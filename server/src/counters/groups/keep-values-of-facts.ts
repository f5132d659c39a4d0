import type { ClientBase } from 'pg';
import { STORED_DIMENSIONS } from '../dimensions.ts';
import { GROUP_TWINS } from '../registry.ts';
import { KEPT } from '../sql/compare-sql.ts';
import { OWN, selectUnsplit } from '../sql/select-contributions.ts';
import { type GroupValue, keepValues, MAX_VALUES } from './keep-values.ts';

const FACTS = GROUP_TWINS.flatMap((twin) =>
  twin.facts.map(
    (contribution) => `
      select app_id, day, ${STORED_DIMENSIONS.join(', ')}
      from (${selectUnsplit(twin, contribution, { from: `(${contribution.of.stored(true)}) as stored`, without: 'customer_id' })}) fact`,
  ),
).join(' union all ');

/** The most frequent values of facts that are not kept yet, of months that have room. `$1` is the account. */
const VALUES = `
  select $1::uuid as customer_id, app_id, dimension, to_char(month, 'YYYY-MM-DD') as month, value
  from (
    select fact.app_id, own.dimension, fact.month, own.value, row_number() over (
        partition by fact.app_id, own.dimension, fact.month order by count(*) desc, own.value) as turn
    from (select *, date_trunc('month', day::timestamp)::date as month from (${FACTS}) facts) fact
    ${OWN} ${KEPT.join}
    left join group_value_totals totals on totals.customer_id = $1 and totals.app_id = fact.app_id
      and totals.dimension = own.dimension and totals.month = fact.month
    where ${KEPT.isRest} and coalesce(totals.kept, 0) < ${MAX_VALUES}
    group by fact.app_id, own.dimension, fact.month, own.value
  ) ranked
  where turn <= ${MAX_VALUES}
  order by turn`;

/**
 * Keeps the values of an account's facts that have none of their own yet: which are counted by themselves is then the same in each
 * comparison, whoever keeps further ones meanwhile.
 */
export async function keepValuesOfFacts(client: ClientBase, customerId: string): Promise<void> {
  await keepValues(client, (await client.query<GroupValue>(VALUES, [customerId])).rows);
}
