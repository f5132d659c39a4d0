import { randomUUID } from 'node:crypto';
import type { Pool, QueryConfig } from 'pg';
import { expect, test } from 'vitest';
import { useService } from '../../testing/use-service.ts';
import type { Queryable } from './is-distributed.ts';
import { equatingAccounts } from './of-account.ts';
import { queryGiven } from './query-given.ts';

const service = useService();

const [one = '', other = ''] = [randomUUID(), randomUUID()].toSorted();
const GIVEN = [
  { customer_id: other, n: 1 },
  { customer_id: one, n: 2 },
  { customer_id: other, n: 3 },
];
const STATEMENT = {
  name: 'add-up',
  text: `
    select given.customer_id, sum(given.n)::int + $2::int as sum
    from json_to_recordset($1::json) as given (customer_id uuid, n int)
    join unnest(array[$3, $4]::uuid[]) as account (customer_id) on account.customer_id = given.customer_id
    group by given.customer_id order by given.customer_id`,
};
const SUMS = [
  { customer_id: one, sum: 102 },
  { customer_id: other, sum: 104 },
];

/** A server as Citus is one as far as it is asked, which notes what it is sent. */
function onNodes(pool: Pool): { client: Queryable; sent: QueryConfig[] } {
  const sent: QueryConfig[] = [];
  const query = async (asked: string | QueryConfig) => {
    if (typeof asked === 'string') return { rows: [{}] };
    sent.push(asked);
    return pool.query(asked);
  };
  return { client: { query } as unknown as Queryable, sent };
}

test('on one server a statement is sent once, as it is', async () => {
  expect(await queryGiven(service.services.workPool, STATEMENT, GIVEN, [100, one, other])).toEqual(SUMS);
});

test('over many nodes it is sent for each account, by its id, in one order for all', async () => {
  const { client, sent } = onNodes(service.services.workPool);
  expect(await queryGiven(client, STATEMENT, GIVEN, [100, one, other])).toEqual(SUMS);
  expect(sent.map(({ name }) => name)).toEqual(['add-up-of-one', 'add-up-of-one']);
  expect(sent.map(({ values }) => values?.at(-1))).toEqual([one, other]);
  for (const { text } of sent) expect(text).toContain('account.customer_id = $5');
});

test('nothing is asked about no rows', async () => {
  const { client, sent } = onNodes(service.services.workPool);
  expect(await queryGiven(client, STATEMENT, [])).toEqual([]);
  expect(sent).toEqual([]);
});

test('an account is named by an equation, however it is compared on one server', () => {
  expect(
    equatingAccounts('where ids.customer_id is not distinct from $1::uuid and x is not distinct from y'),
  ).toBe('where ids.customer_id = $1::uuid and x is not distinct from y');
});
