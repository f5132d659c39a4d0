import { describe, expect, test } from 'vitest';
import { judgeStatement } from './judge-statement.ts';
import type { RecordedStatement } from './recorded-statement.ts';

const DISTRIBUTED = new Set(['events', 'clicks', 'installs']);
const judge = (statement: RecordedStatement) => judgeStatement(statement, DISTRIBUTED);

const HELD = {
  'by a parameter': 'select * from events where app_id = $2 and customer_id = $1',
  'by a parameter with its type': 'select * from events where events.customer_id = ($1::json ->> $2)::uuid',
  'by a join': `select * from events join clicks using (customer_id, app_id)
    left join installs i on i.customer_id = clicks.customer_id where clicks.customer_id = $1`,
  'by a comparison of rows': 'select * from events where (customer_id, app_id) = ($1, $2)',
  'by a list of keys': `select * from events where (customer_id, app_id) in (
    select customer_id, app_id from clicks where customer_id = $1)`,
  'through WITH': `with kept as (select e.customer_id as account, e.event_id from events e where customer_id = $1)
    select * from kept join installs on installs.customer_id = kept.account`,
  'through a subquery with a star': `select * from (select * from events) e where e.customer_id = $1`,
  'through LATERAL': `select * from unnest($2::uuid[]) as given (id) cross join lateral (
    select click_id from clicks where customer_id = $1 and click_id = given.id limit 1) found`,
  'in a subquery by what is around it': `select * from events e where customer_id = $1 and not exists (
    select 1 from clicks where clicks.customer_id = e.customer_id)`,
  'in each arm of UNION': `select * from (select customer_id from events union all select customer_id from clicks) one
    where customer_id = $1`,
  'in a change': 'update events set channel = $2 where customer_id = $1 returning event_id',
  'in a change by other rows': `delete from events using clicks
    where events.customer_id = clicks.customer_id and clicks.customer_id = $1`,
  'in a copy': `copy (select * from events where customer_id = '6f1c2f0e-3a1b-4a57-9c3e-0d6c1f5b7a10') to stdout`,
  'by new rows that say it': `insert into events (customer_id, event_id)
    select customer_id, event_id from json_to_recordset($1) as given (customer_id uuid, event_id text)
    on conflict do nothing`,
  'by new rows made of others': `insert into events (event_id, customer_id)
    select click_id, customer_id from clicks where customer_id = $1`,
  'as no distributed table is named': 'select from apps where exists (select from teams)',
};

describe('a statement about one account is one for Citus: held', () => {
  test.each(Object.entries(HELD))('%s', async (_, text) => {
    expect(await judge({ text })).toEqual([]);
  });
});

const OPEN = {
  'nothing says of which account': ['select * from events where app_id = $1', 'events'],
  'a join with what is given as JSON': [
    `select * from json_to_recordset($1) as given (customer_id uuid) join events using (customer_id)`,
    'events',
  ],
  'any of several': ['select * from events where customer_id = any($1)', 'events'],
  'a comparison that is no equation': [
    'select * from events where customer_id is not distinct from $1',
    'events',
  ],
  'a copy': ['copy (select * from events limit 10) to stdout', 'events'],
  'an alternative': ['select * from events where customer_id = $1 or app_id = $2', 'events'],
  'a join on something else': [
    'select * from events e join clicks c on c.click_id = e.click_id where e.customer_id = $1',
    'clicks',
  ],
  'a subquery about all': [
    'select * from events where customer_id = $1 and not exists (select 1 from clicks where click_id = $2)',
    'clicks',
  ],
  'what holds only inside a subquery': [
    `select * from events e where not exists (
      select 1 from clicks c where c.customer_id = e.customer_id and c.customer_id = $1)`,
    'events',
  ],
  'an answer with a subquery that only what is around it holds': [
    `select (select count(*) from installs where installs.customer_id = events.customer_id)
     from events where customer_id = $1`,
    'installs',
  ],
  'a join with what is materialized': [
    `with counted as materialized (select customer_id from events where customer_id = $1)
     select * from counted join clicks using (customer_id)`,
    'clicks',
  ],
  'a join with what is locked': [
    `with locked as (select customer_id from events where customer_id = $1 for update)
     delete from clicks using locked where clicks.customer_id = locked.customer_id`,
    'clicks',
  ],
  'a join with what was changed': [
    `with gone as (delete from events where customer_id = $1 returning customer_id)
     select * from gone join clicks on clicks.customer_id = gone.customer_id`,
    'clicks',
  ],
  'a row of an answer': [
    'select (select count(*) from installs) from events where customer_id = $1',
    'installs',
  ],
  'a change of all': ['update clicks set code_hash = null where clicked_at < $1', 'clicks'],
  'new rows made of all': ['insert into events (customer_id) select customer_id from clicks', 'clicks'],
} as const;

describe('a statement about any account is found', () => {
  test.each(Object.entries(OPEN))('%s', async (_, [text, table]) => {
    expect(await judge({ text })).toContain(`${table} is not held to one account`);
  });
});

test('what is sent to many nodes is judged in place of what one server is sent', async () => {
  const text = 'select * from events where customer_id is not distinct from $1';
  expect(await judge({ text, onNodes: text.replace('is not distinct from', '=') })).toEqual([]);
});

test('functions that answer otherwise another time are found where Citus refuses them', async () => {
  const held = 'where customer_id = $1';
  expect(await judge({ text: `delete from events ${held} returning to_char(day, 'YYYY')` })).toEqual([
    'to_char in RETURNING of UPDATE or DELETE',
  ]);
  expect(await judge({ text: `update events set a = $2 ${held} returning current_timestamp` })).toEqual([
    'current_timestamp in RETURNING of UPDATE or DELETE',
  ]);
  const add = 'insert into events (customer_id, seen_at) values ($1, $2) on conflict (customer_id)';
  expect(await judge({ text: `${add} do update set seen_at = now()` })).toEqual([
    'now in ON CONFLICT DO UPDATE',
  ]);
  expect(await judge({ text: `${add} do update set seen_at = excluded.seen_at` })).toEqual([]);
  const outside = `with gone as (delete from events ${held} returning day) select to_char(day, 'YYYY') from gone`;
  expect(await judge({ text: outside })).toEqual([]);
});

test('a selection of no column is found, as deep as it is', async () => {
  const text =
    'delete from events where customer_id = $1 and exists (select from clicks where customer_id = $1)';
  expect(await judge({ text })).toEqual(['selects no column']);
  expect(await judge({ text: 'select from events where customer_id = $1' })).toEqual(['selects no column']);
});

test('a decision by the rows of ON CONFLICT is found where nothing is returned', async () => {
  const text = 'insert into events (customer_id) values ($1) on conflict do nothing';
  expect(await judge({ text, isCounted: true })).toEqual([
    'decides by the rows of ON CONFLICT without RETURNING',
  ]);
  expect(await judge({ text })).toEqual([]);
  expect(await judge({ text: `${text} returning 1`, isCounted: true })).toEqual([]);
});
