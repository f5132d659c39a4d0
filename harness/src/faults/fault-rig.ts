import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startTestPostgres } from '@tributary/db/testing/start-test-postgres';
import { type FakeNetwork, startFakeNetwork } from '@tributary/server/postbacks/testing/fake-network';
import { Client } from 'pg';
import { runAdminCommand, startAdminCommand } from '../backend/run-admin-command.ts';
import { SEED_SECRETS } from '../backend/seedable-backend.ts';
import { type SpawnedBackend, spawnBackend } from '../backend/spawned-backend.ts';

const PASSPHRASE = 'the passphrase of a bench of faults';

type Postgres = Awaited<ReturnType<typeof startTestPostgres>>;

/** A durable PostgreSQL, a service on it that can be killed, and the operator's command line. */
export class FaultRig {
  readonly postgres: Postgres;
  readonly network: FakeNetwork;
  /** For backups and the service's own files. */
  readonly folder: string;
  /** The current SERVICE_SECRET. */
  secret = SEED_SECRETS.serviceSecret;
  #server: SpawnedBackend | undefined;

  private constructor(postgres: Postgres, network: FakeNetwork, folder: string) {
    this.postgres = postgres;
    this.network = network;
    this.folder = folder;
  }

  static async start(): Promise<FaultRig> {
    const folder = await mkdtemp(join(tmpdir(), 'tributary-faults-'));
    return new FaultRig(await startTestPostgres({ durable: true }), await startFakeNetwork(), folder);
  }

  /** The service: the one that runs, or another one after it was killed. */
  async server(): Promise<SpawnedBackend> {
    const { exitCode, signalCode } = this.#server?.process ?? {};
    if (this.#server && exitCode === null && signalCode === null) return this.#server;
    this.#server = await this.spawnServer();
    return this.#server;
  }

  /** Stops it; the next one has the secret of then. */
  async stopServer(): Promise<void> {
    await this.#server?.close();
    this.#server = undefined;
  }

  spawnServer(): Promise<SpawnedBackend> {
    return spawnBackend({
      ...this.env(),
      ALLOW_LOOPBACK_POSTBACKS: '1',
      TRUST_PROXY: '1',
      LOG_LEVEL: 'fatal',
    });
  }

  env(more: Record<string, string> = {}): Record<string, string> {
    return {
      DATABASE_URL: this.postgres.url,
      DATA_DIR: join(this.folder, 'data'),
      SERVICE_SECRET: this.secret,
      ANON_KEY: SEED_SECRETS.anonKey,
      BACKUP_PASSPHRASE: PASSPHRASE,
      ...more,
    };
  }

  readonly passphrase = PASSPHRASE;

  startAdmin = (args: readonly string[], env: Record<string, string> = {}) => {
    const { child, ended } = startAdminCommand(this.env(env), args);
    return { process: child, ended };
  };

  admin = (args: readonly string[], env: Record<string, string> = {}) => runAdminCommand(this.env(env), args);

  async query<Row extends object>(
    sql: string,
    values: unknown[] = [],
    url = this.postgres.url,
  ): Promise<Row[]> {
    const client = new Client({ connectionString: url });
    client.on('error', () => {});
    await client.connect();
    return (await client.query<Row>(sql, values).finally(() => client.end())).rows;
  }

  async withClient<R>(work: (client: Client) => Promise<R>): Promise<R> {
    const client = new Client({ connectionString: this.postgres.url });
    await client.connect();
    return work(client).finally(() => client.end());
  }

  /** Resolves when PostgreSQL takes connections, as it does again after a crash. */
  async untilUp(): Promise<void> {
    while (
      await this.query('select 1').then(
        () => false,
        () => true,
      )
    )
      await pause(100);
  }

  async close(): Promise<void> {
    await this.stopServer();
    await this.network.close();
    await this.postgres.stop();
    await rm(this.folder, { recursive: true, force: true });
  }
}
