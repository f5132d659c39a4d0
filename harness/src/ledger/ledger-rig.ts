import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { type SeededApp, seedApps } from '../backend/seed-apps.ts';
import { SEED_SECRETS, spawnSeedableBackend } from '../backend/seedable-backend.ts';
import type { SpawnedBackend } from '../backend/spawned-backend.ts';

/** Server processes that share a database, and ways to disturb them. */
export class LedgerRig {
  readonly databaseUrl: string;
  readonly #env: Record<string, string>;
  readonly #servers: SpawnedBackend[] = [];

  /** @param redisUrl where the servers share rate limits, if they do */
  constructor(databaseUrl: string, redisUrl?: string) {
    this.databaseUrl = databaseUrl;
    this.#env = {
      WORKERS: '0',
      LOG_LEVEL: 'fatal',
      ...(redisUrl !== undefined && { REDIS_URL: redisUrl }),
    };
  }

  readonly origins = (): string[] => this.#servers.map(({ origin }) => origin);

  async startServer(): Promise<void> {
    this.#servers.push(await spawnSeedableBackend(this.databaseUrl, this.#env));
  }

  async seed(accounts: number, appsPerAccount: number, plan?: string): Promise<SeededApp[]> {
    const options = { accounts, appsPerAccount, ...(plan !== undefined && { plan }) };
    return this.withClient((client) => seedApps(client, SEED_SECRETS, options));
  }

  /** Kills a server abruptly, as a power loss would, and starts another in its place. */
  async killServer(): Promise<void> {
    const [victim] = this.#servers;
    if (victim === undefined) throw new Error('no server to kill');
    victim.process.kill('SIGKILL');
    await untilExited(victim.process);
    this.#servers.push(await spawnSeedableBackend(this.databaseUrl, this.#env));
    this.#servers.shift();
  }

  /** Kills a PostgreSQL backend in the middle of an ingest transaction: all sessions end, and PostgreSQL recovers. */
  async killDatabase(): Promise<void> {
    for (;;) {
      const pid = await this.withClient(async (client) => {
        const { rows } = await client.query<{ pid: number }>(
          `select pid from pg_stat_activity where application_name = 'tributary-ingest' and xact_start is not null limit 1`,
        );
        return rows[0]?.pid;
      });
      if (pid === undefined || !tryKill(pid)) continue;
      return this.untilRecoveredFrom(pid);
    }
  }

  /** PostgreSQL answers until it notices the death of a backend, whose row goes only with the restart. */
  async untilRecoveredFrom(pid: number): Promise<void> {
    const isListed = (client: Client) =>
      client
        .query('select 1 from pg_stat_activity where pid = $1', [pid])
        .then(({ rows }) => rows.length > 0);
    while (await this.withClient(isListed).catch(() => true)) await pause(50);
  }

  /** For a while, and until it is enough, takes every free connection of the database and cuts the service's. */
  async exhaustConnections(ms: number, isEnough: () => boolean): Promise<void> {
    const taken: Client[] = [];
    await this.withClient(async (admin) => {
      const grab = async () => {
        const client = new Client({ connectionString: this.databaseUrl, application_name: 'greedy' });
        client.on('error', () => {});
        await client.connect();
        taken.push(client);
      };
      const until = Date.now() + ms;
      while (Date.now() < until || !isEnough()) {
        await admin.query(
          `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'tributary-ingest'`,
        );
        while (
          await grab().then(
            () => true,
            () => false,
          )
        );
      }
    });
    await Promise.all(taken.map((client) => client.end()));
  }

  async withClient<R>(work: (client: Client) => Promise<R>): Promise<R> {
    const client = new Client({ connectionString: this.databaseUrl });
    client.on('error', () => {});
    await client.connect();
    return work(client).finally(() => client.end());
  }

  /** Empties the tables that ingest writes. */
  async clear(): Promise<void> {
    await this.withClient((client) =>
      client.query('truncate events, usage_months, device_days, event_queue, activity_queue'),
    );
  }

  /** The number of deadlocks that PostgreSQL has broken so far. */
  async deadlocks(): Promise<number> {
    const sql = 'select deadlocks::int from pg_stat_database where datname = current_database()';
    const { rows } = await this.withClient((client) => client.query<{ deadlocks: number }>(sql));
    return rows[0]?.deadlocks ?? 0;
  }

  async close(): Promise<void> {
    await Promise.all(this.#servers.map((server) => server.close()));
  }
}

/** Kills a process; false if it has already ended. */
function tryKill(pid: number): boolean {
  try {
    return process.kill(pid, 'SIGKILL');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ESRCH') return false;
    throw error;
  }
}

async function untilExited(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
}
