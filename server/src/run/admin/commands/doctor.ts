import type { EntityManager } from '@mikro-orm/postgresql';
import { Account } from '@tributary/db/accounts/account.entity';
import { hasCitus } from '@tributary/db/distribution/distribute';
import type { Pool } from 'pg';
import { findMisfits, type LikenessReport } from '../../../attribution/calibration/likeness-report.ts';
import { findSplitDevices } from '../../../attribution/devices/split/find-split-devices.ts';
import type { AdoptedTable } from '../../../attribution/facts/adopted-table.ts';
import { likenessTable } from '../../../attribution/models/likeness-table.ts';
import { createKeyring } from '../../../platform/auth/secrets/keyring.ts';
import { readSecrets } from '../../../platform/auth/secrets/load-secrets.ts';
import { SEALED_COLUMNS } from '../../../platform/auth/secrets/sealed-secrets.ts';
import { QUEUES, type QueueState } from '../../../platform/jobs/queues.ts';
import { hasRoom } from '../../../platform/store/disk-space.ts';
import { describeFailing, type FailingNetwork, LIST_FAILING } from '../../../postbacks/failing-networks.ts';
import { type AdminCommand, AdminError } from '../command.ts';
import { describeBytes } from '../describe-bytes.ts';
import { describeNodes, findImbalance, findUndistributed, readNodes } from '../read-nodes.ts';
import type { Terminal } from '../terminal.ts';
import { withPool } from '../with-pool.ts';
import { checkLinks } from './check-links.ts';

/** Checks for the most common problems. */
export const doctor: AdminCommand = {
  args: [],
  flags: ['--links'],
  help: 'checks the database, its disk, nodes and settings, that the stored secrets can be decrypted, which ad networks fail, that no queue has parked rows, whether likeness is as right as it says, and whether ids are known of the right devices',
  details:
    'With --links it also looks at the newest link of each app on each host, as check_link does: the association files as\n' +
    'Apple and Google fetch them, the pages in the stores, the fallback and the image. That asks other hosts.',
  async run({ config, databaseUrl, em, clock, print, terminal }, _args, flags) {
    const [server] = await em.execute<{ version: string; fsync: string; commit: string }[]>(
      `select current_setting('server_version') as version, current_setting('fsync') as fsync,
              current_setting('synchronous_commit') as commit`,
    );
    print(`PostgreSQL ${server?.version}`);
    const problems: string[] = [];
    if (server?.fsync !== 'on') problems.push('fsync is off: a power failure can lose accepted events');
    if (server?.commit === 'off')
      problems.push('synchronous_commit is off: a crash of PostgreSQL can lose accepted events');

    await printDisk(em, print);
    problems.push(...(await withPool(databaseUrl, 1, (pool) => checkNodes(pool, print))));
    if (!(await withPool(databaseUrl, 1, hasRoom)))
      problems.push('the disk of the database is full: nothing is stored until there is room');

    const keyring = createKeyring(await readSecrets(config));
    let readable = 0;
    const unreadable = new Set<string>();
    for (const { table, column, purpose, boundTo } of SEALED_COLUMNS) {
      // Stored payloads of payments can be many and large.
      if (boundTo !== undefined) continue;
      const rows = await em.execute<{ id: string; sealed: string }[]>(
        `select id, ${column} as sealed from ${table} where ${column} is not null order by id`,
      );
      for (const { id, sealed } of rows) {
        if (opens(() => keyring.open(purpose, id, sealed))) readable++;
        else unreadable.add(id);
      }
    }
    print(`${readable} stored secrets can be decrypted`);
    if (unreadable.size > 0)
      problems.push(`SERVICE_SECRET does not decrypt the secrets of: ${[...unreadable].join(', ')}`);
    for (const failing of await em.execute<FailingNetwork[]>(LIST_FAILING))
      problems.push(describeFailing(failing));
    problems.push(...(await checkQueues(em)));
    problems.push(...(await checkLikeness(em)));
    problems.push(...(await withPool(databaseUrl, 1, (pool) => checkDevices(em, pool, terminal))));
    await printSharedIds(em, print);
    if (flags.has('--links')) problems.push(...(await checkLinks({ config, databaseUrl, em, clock, print })));
    if (problems.length > 0) throw new AdminError(problems.join('\n'));
    print('no problems found');
  },
};

/** Not a problem of the service, but of what apps send. */
async function printSharedIds(em: EntityManager, print: (line: string) => void): Promise<void> {
  for (const { id } of await em.find(Account, {}, { fields: ['id'], orderBy: { id: 'asc' } })) {
    const shared = await em.execute<{ app: string; kind: string; value: string; since: string }[]>(
      `select app_id as app, kind, value, to_char(shared_since at time zone 'UTC', 'YYYY-MM-DD') as since from device_ids
       where customer_id = ? and shared_since is not null order by shared_since desc, app_id, kind, value limit 100`,
      [id],
    );
    for (const { app, kind, value, since } of shared)
      print(
        `app ${app}: ${kind} ${value} identifies no one since ${since}: many phones send it, and earlier decisions by it are doubtful`,
      );
  }
}

/** Queues with rows that wait for a person. */
async function checkQueues(em: EntityManager): Promise<string[]> {
  const found: string[] = [];
  for (const { name, statement } of Object.values(QUEUES)) {
    const [state] = await em.execute<QueueState[]>(statement);
    if (state && state.parked > 0)
      found.push(
        `${name}: ${state.parked} rows failed again and again and are parked; \`queues\` shows why, and \`queues retry ${name}\` tries them again`,
      );
  }
  return found;
}

/** Accounts in which ids were learnt in another order than they came in. */
async function checkDevices(em: EntityManager, pool: Pool, terminal: Terminal): Promise<string[]> {
  const found: string[] = [];
  for (const { id } of await em.find(Account, {}, { fields: ['id'], orderBy: { id: 'asc' } })) {
    const onProgress = (events: number) =>
      terminal.progress(`devices of account ${id}: ${events} events read`);
    const split = await findSplitDevices(pool, id, { onProgress });
    if (split.length > 0)
      found.push(
        `account ${id}: ${split.length} ids made devices of their own although they had been told to be another's; mend-devices gives them back`,
      );
  }
  return found;
}

const REPORTS = `
  select id, likeness_report as report, likeness_table as adopted from apps
  where deleted_at is null and likeness_report is not null
  order by created_at, id`;

interface ReportedApp {
  readonly id: string;
  readonly report: LikenessReport;
  readonly adopted: AdoptedTable | null;
}

/** Apps whose matches by likeness are not as often right as their confidence says. */
async function checkLikeness(em: EntityManager): Promise<string[]> {
  const apps = await em.execute<ReportedApp[]>(REPORTS);
  return apps.flatMap(({ id, report, adopted }) =>
    findMisfits(report, likenessTable(adopted).name).map(
      (misfit) => `app ${id}: ${misfit}; refit adopts a table of its own`,
    ),
  );
}

/** Shows where Citus has the data, where there is Citus. @returns what is wrong with it. */
async function checkNodes(pool: Pool, print: (line: string) => void): Promise<string[]> {
  const client = await pool.connect();
  try {
    if (!(await hasCitus(client))) return [];
    const left = await findUndistributed(client);
    const nodes = await readNodes(client);
    for (const line of describeNodes(nodes)) print(line);
    const command = 'npm run admin -- distribute moves them';
    return [
      ...(left.length > 0 ? [`on the coordinator alone are ${left.join(', ')}: ${command}`] : []),
      ...findImbalance(nodes),
    ];
  } catch (error) {
    return [`a node of Citus does not answer: ${error instanceof Error ? error.message : String(error)}`];
  } finally {
    client.release();
  }
}

/** Tables with fewer bytes are shown together. */
const SHOWN_BYTES = 1_000_000;

/** What tables take of the disk, with their indexes, the largest first. */
async function printDisk(em: EntityManager, print: (line: string) => void): Promise<void> {
  const tables = await em.execute<{ name: string; bytes: number }[]>(
    `select relname as name, pg_total_relation_size(oid)::float8 as bytes from pg_class
     where relnamespace = current_schema()::regnamespace and relkind = 'r'
     order by bytes desc, relname`,
  );
  const large = tables.filter(({ bytes }) => bytes >= SHOWN_BYTES);
  const rest = tables.slice(large.length);
  print(`disk by table: ${describeBytes(sum(tables))}`);
  for (const { name, bytes } of large) print(`  ${name}  ${describeBytes(bytes)}`);
  print(`  ${rest.length} ${large.length > 0 ? 'others' : 'tables'}  ${describeBytes(sum(rest))}`);
}

const sum = (tables: readonly { bytes: number }[]) => tables.reduce((all, { bytes }) => all + bytes, 0);

function opens(attempt: () => string): boolean {
  try {
    attempt();
    return true;
  } catch {
    return false;
  }
}
