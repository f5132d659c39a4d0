import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { perSuite } from '../../testing/per-suite.ts';
import { addApp, addMember, addTeam, createTenant, type Person } from '../../testing/test-tenant.ts';
import { useService } from '../../testing/use-service.ts';
import { listStatement, type Narrowing } from './list-statement.ts';

const service = useService();
const tenant = perSuite(() => createTenant(service));
const query = (text: string, values: unknown[]) => service.services.workPool.query(text, values);

interface Row {
  readonly postback_id: string;
  readonly config_id: string;
  readonly app_id: string;
  readonly install_id: string;
  readonly status: string;
  readonly created_at: number;
}
const STATUSES = ['sent', 'failed', 'pending'];
const CONFIGS = [randomUUID(), randomUUID(), randomUUID()];
const START = Date.UTC(2026, 0, 1);

let rows: Row[];
let apps: string[];
let colleague: Person;
beforeAll(async () => {
  const otherTeam = await addTeam(service, tenant);
  colleague = await addMember(service, tenant, 'viewer', otherTeam);
  apps = [tenant.appId, await addApp(tenant, { p_team_id: otherTeam })];
  // Of every config, app and status, with several at each moment.
  rows = Array.from({ length: 180 }, (_, n) => ({
    postback_id: randomUUID(),
    config_id: CONFIGS[n % 3] ?? '',
    app_id: apps[Math.floor(n / 3) % 2] ?? '',
    install_id: randomUUID(),
    status: STATUSES[Math.floor(n / 6) % 3] ?? '',
    created_at: START + 1000 * Math.floor((n * 7) % 40),
  }));
  await query(
    `insert into postbacks (customer_id, postback_id, config_id, app_id, postback_format, event_type, attribution_id,
       install_id, status, failure_class, created_at)
     select $1, postback_id, config_id, app_id, 'canonical', 'install', install_id, install_id, status,
       case when status = 'failed' then 'permanent' end, to_timestamp(created_at / 1000.0)
     from json_to_recordset($2::json) as given (postback_id uuid, config_id uuid, app_id uuid, install_id uuid,
       status text, created_at bigint)`,
    [tenant.accountId, JSON.stringify(rows)],
  );
}, 60_000);

/** Every page of a list, put together. */
async function listed(person: Person, args: object): Promise<string[]> {
  const found: string[] = [];
  let p_cursor: string | null = null;
  do {
    const response = await person.rpc('list_postbacks', { ...args, p_limit: 25, p_cursor });
    const page = (await response.json()) as { items: Row[]; next_cursor: string | null };
    found.push(...page.items.map(({ postback_id }) => postback_id));
    p_cursor = page.next_cursor;
  } while (p_cursor !== null);
  return found;
}

function expected(keep: (row: Row) => boolean): string[] {
  return rows
    .filter(keep)
    .sort((a, b) => b.created_at - a.created_at || (a.postback_id < b.postback_id ? 1 : -1))
    .map(({ postback_id }) => postback_id);
}

describe('list_postbacks', () => {
  test.each<[string, (sample: Row) => Partial<Row>]>([
    ['everything', () => ({})],
    ['a status', ({ status }) => ({ status })],
    ['a config', ({ config_id }) => ({ config_id })],
    ['an app', ({ app_id }) => ({ app_id })],
    ['a config and a status', ({ config_id, status }) => ({ config_id, status })],
    ['a config, an app and a status', ({ config_id, app_id, status }) => ({ config_id, app_id, status })],
    ['an install', ({ install_id }) => ({ install_id })],
    ['an install and another status', ({ install_id }) => ({ install_id, status: 'failed' })],
    ['one', ({ postback_id }) => ({ postback_id })],
    ['a config that has none', () => ({ config_id: randomUUID() })],
  ])('lists %s, newest first, page by page', async (_what, narrowedBy) => {
    const narrowed = Object.entries(narrowedBy(rows[0] as Row));
    const args = Object.fromEntries(narrowed.map(([name, value]) => [`p_${name}`, value]));
    const matches = (row: Row) => narrowed.every(([name, value]) => Reflect.get(row, name) === value);
    expect(await listed(tenant.owner, args)).toEqual(expected(matches));
    const theirs = 'app_id' in narrowedBy(rows[0] as Row) ? () => false : matches;
    if (args.p_app_id === undefined) {
      expect(await listed(colleague, args)).toEqual(expected((row) => row.app_id === apps[1] && theirs(row)));
    }
  });
});

describe('of many deliveries it reads those that it shows', () => {
  const NOTHING: Narrowing = { postbackId: null, installId: null, configId: null, status: null };
  const account = randomUUID();
  const [app, config] = [randomUUID(), randomUUID()];
  beforeAll(async () => {
    await query(
      `insert into postbacks (customer_id, postback_id, config_id, app_id, postback_format, event_type, attribution_id,
         install_id, status, created_at)
       select $1, gen_random_uuid(), $2, $3, 'canonical', 'install', gen_random_uuid(), gen_random_uuid(),
         case when n > 5 then 'sent' when n > 2 then 'pending' else 'failed' end, to_timestamp(n)
       from generate_series(1, 5000) n`,
      [account, config, app],
    );
    await query('analyze postbacks', []);
  }, 60_000);

  interface Node {
    readonly 'Actual Rows': number;
    readonly 'Actual Loops': number;
    readonly 'Rows Removed by Filter'?: number;
    readonly Plans?: readonly Node[];
  }
  const most = (node: Node): number =>
    Math.max(
      (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'],
      ...(node.Plans ?? []).map(most),
    );

  test.each<[string, Partial<Narrowing>]>([
    ['of every status', {}],
    ['that failed', { status: 'failed' }],
    ['that are pending', { status: 'pending' }],
    ['of a config that has none', { configId: randomUUID() }],
    ['of a config that failed', { configId: config, status: 'failed' }],
    ['of an install that has none', { installId: randomUUID() }],
  ])('%s', async (_what, narrowed) => {
    const last = { createdAt: new Date(4_000_000), id: randomUUID() };
    for (const after of [null, last]) {
      const narrowing = { ...NOTHING, ...narrowed };
      const { statement, values } = listStatement({ appIds: [app], limit: 50, narrowing, last: after });
      const explain = `explain (analyze, format json) ${statement.text}`;
      const explained = await query(explain, [account, ...values]);
      expect(most(explained.rows[0]['QUERY PLAN'][0].Plan)).toBeLessThan(200);
    }
  });
});
