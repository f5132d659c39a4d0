import { join } from 'node:path';
import { type MikroORM, openOrm } from '@tributary/db/orm';
import { replaceDeadConnections } from '@tributary/db/replace-dead-connections';
import { Pool, type PoolConfig } from 'pg';
import type { Logger } from 'pino';
import { type AppDirectory, createAppDirectory } from './apps/app-directory.ts';
import { announceChanges } from './changes/announce-changes.ts';
import { type ChangeFeed, openChangeFeed } from './changes/change-feed.ts';
import { createQueueBell, type QueueBell } from './changes/queue-bell.ts';
import { createClickWriter } from './clicks/click-writer.ts';
import { createRepeatDetector } from './clicks/repeat-detector.ts';
import type { Config } from './config.ts';
import { createDatabaseProbe } from './data-plane/database-probe.ts';
import { createErasures, type Erasures } from './erasure/create-erasures.ts';
import { createExports, type Exports } from './exports/create-exports.ts';
import { sweepSpools } from './exports/spool.ts';
import { createRateLimits, type RateLimits } from './http/rate-limits/rate-limit.ts';
import { openSharedRateLimits } from './http/rate-limits/shared-rate-limits.ts';
import { createUploadSlots, type UploadSlots } from './imports/upload-slots.ts';
import { createIngest, type Ingest } from './ingest/create-ingest.ts';
import { createLinkDirectory } from './links/follow/link-directory.ts';
import { createLinkFollower, type LinkFollower } from './links/follow/link-follower.ts';
import { createMailer, type Mailer } from './mail/mailer.ts';
import { createMetrics, type Metrics } from './metrics/create-metrics.ts';
import { addDatabaseGauges } from './metrics/database-gauges.ts';
import { DATABASE_MAX_WAIT_MS } from './metrics/read-database.ts';
import { createDeliveryJournal } from './payments/receive/delivery-journal.ts';
import type { Payments } from './payments/receive/receive-payment.ts';
import { openPostbacks, type Postbacks } from './postbacks/open-postbacks.ts';
import { createKeyring, type Keyring } from './secrets/keyring.ts';
import type { ServiceSecrets } from './secrets/load-secrets.ts';
import { createSignIn, type SignIn } from './session/create-sign-in.ts';
import type { PasswordHash } from './session/password-hashing.ts';

/** Everything that lives as long as the process. Built here once and passed to whatever needs it. */
export interface Services extends SignIn {
  readonly config: Config;
  readonly secrets: ServiceSecrets;
  readonly log: Logger;
  /** Unix ms. */
  readonly clock: () => number;
  /** The control plane. Fork its `em` for each request. */
  readonly orm: MikroORM;
  /** Connections used only by the event writer. */
  readonly ingestPool: Pool;
  /** Connections for data-plane queries of requests; a statement may take 8 s. */
  readonly workPool: Pool;
  /** Connections without a time limit: for workers, and for anything that processes a lot of data at once. */
  readonly backgroundPool: Pool;
  /** Checks that the database responds. @throws AppError OVERLOADED if it does not within 2 s. */
  readonly askDatabase: () => Promise<void>;
  readonly keyring: Keyring;
  readonly limits: RateLimits;
  readonly metrics: Metrics;
  readonly changes: ChangeFeed;
  readonly apps: AppDirectory;
  readonly ingest: Ingest;
  /** Rings when `event_queue` has something for attribution. */
  readonly bell: QueueBell;
  readonly links: LinkFollower;
  readonly payments: Payments;
  /** Sends postbacks to ad networks. */
  readonly postbacks: Postbacks;
  readonly mailer: Mailer;
  readonly erasures: Erasures;
  readonly exports: Exports;
  /** Bounds the uploads of imports. */
  readonly importUploads: UploadSlots;
  /** Finishes what is in flight and closes every connection. */
  close(): Promise<void>;
}

export interface ServiceParts {
  config: Config;
  secrets: ServiceSecrets;
  databaseUrl: string;
  log: Logger;
  clock?: () => number;
  passwordHash?: PasswordHash;
}

/**
 * Time limits of a statement that a request waits for, in ms: in the database, and until its response arrives, which
 * from a hung machine never does.
 */
const REQUEST_LIMITS = { statement_timeout: 8000, query_timeout: 10_000 };

const METRICS_TIMEOUTS: PoolConfig = {
  connectionTimeoutMillis: DATABASE_MAX_WAIT_MS,
  statement_timeout: DATABASE_MAX_WAIT_MS,
  query_timeout: DATABASE_MAX_WAIT_MS,
};

/** Opens every service on a migrated database. */
export async function createServices({
  config,
  secrets,
  databaseUrl,
  log,
  ...parts
}: ServiceParts): Promise<Services> {
  const clock = parts.clock ?? Date.now;
  const pools = {
    auth: openPool(databaseUrl, 'auth', 4, log, REQUEST_LIMITS),
    ingest: openPool(databaseUrl, 'ingest', 6, log, REQUEST_LIMITS),
    work: openPool(databaseUrl, 'work', 8, log, REQUEST_LIMITS),
    background: openPool(databaseUrl, 'background', 6, log),
    postbacks: openPool(databaseUrl, 'postbacks', 4, log),
    metrics: openPool(databaseUrl, 'metrics', 2, log, METRICS_TIMEOUTS),
  };
  const orm = await openOrm(databaseUrl, { limits: REQUEST_LIMITS });
  const keyring = createKeyring(secrets);
  const changes = await openChangeFeed(databaseUrl, log);
  announceChanges(orm, changes);
  const apps = createAppDirectory({ pool: pools.work, keyring, changes, clock });
  const shared = config.redisUrl === undefined ? undefined : openSharedRateLimits(config.redisUrl, log);
  const limits = shared?.limits ?? createRateLimits();
  const metrics = createMetrics();
  addDatabaseGauges(metrics.registry, pools, await orm.driver.getConnection().getNativeClient());
  const mailer = createMailer({ config, registry: metrics.registry, log });
  const erasures = createErasures({ pool: pools.background, clock });
  const exportFolder = join(config.dataDir, 'exports');
  await sweepSpools(exportFolder);
  const exports = createExports({ databaseUrl, folder: exportFolder, log, clock });
  const bell = createQueueBell({ pool: pools.work, changes, log });
  const ingest = createIngest({
    pool: pools.ingest,
    apps,
    perApp: limits.ingestPerApp,
    registry: metrics.registry,
    log,
    clock,
    onQueued: bell.ring,
  });
  const clicks = createClickWriter({ pool: pools.work, log, registry: metrics.registry, clock });
  const links = createLinkFollower({
    directory: createLinkDirectory({ pool: pools.work, changes, clock }),
    clicks,
    repeats: createRepeatDetector(),
    clock,
  });
  const payments: Payments = {
    pool: pools.work,
    keyring,
    payloadDays: config.paymentPayloadDays,
    limits,
    journal: createDeliveryJournal({ pool: pools.work, registry: metrics.registry, log, clock }),
    clock,
  };
  const postbacks = openPostbacks({
    pools,
    keyring,
    registry: metrics.registry,
    log,
    clock,
    allowLoopback: config.allowLoopbackPostbacks,
  });

  return {
    config,
    secrets,
    log,
    clock,
    orm,
    ingestPool: pools.ingest,
    workPool: pools.work,
    backgroundPool: pools.background,
    askDatabase: createDatabaseProbe(pools.work),
    ...createSignIn({
      pool: pools.auth,
      lookUps: pools.work,
      config,
      secrets,
      registry: metrics.registry,
      passwordHash: parts.passwordHash,
      log,
      mailer,
    }),
    keyring,
    limits,
    metrics,
    changes,
    apps,
    ingest,
    bell,
    links,
    payments,
    postbacks,
    mailer,
    erasures,
    exports,
    importUploads: createUploadSlots(),
    async close() {
      await Promise.all([ingest.close(), clicks.close(), mailer.close(), erasures.close()]);
      bell.close();
      postbacks.close();
      await changes.close();
      shared?.close();
      await Promise.all([orm.close(true), ...Object.values(pools).map((pool) => pool.end())]);
    },
  };
}

function openPool(databaseUrl: string, use: string, max: number, log: Logger, limits: PoolConfig = {}): Pool {
  const pool = new Pool({
    connectionString: databaseUrl,
    application_name: `tributary-${use}`,
    max,
    keepAlive: true,
    connectionTimeoutMillis: 5000,
    ...limits,
  });
  // A lost connection is replaced at the next use. It emits an error itself while checked out, and through the pool
  // while idle; either event would end the process without a listener.
  pool.on('connect', (client) => client.on('error', () => {}));
  pool.on('error', (err) => log.warn({ err, pool: use }, 'database connection lost'));
  replaceDeadConnections(pool);
  return pool;
}
