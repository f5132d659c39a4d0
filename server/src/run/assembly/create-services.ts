import { join } from 'node:path';
import { openOrm } from '@tributary/db/orm';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { createAppDirectory } from '../../apps/app-directory.ts';
import { createClickWriter } from '../../attribution/clicks/click-writer.ts';
import { createRepeatDetector } from '../../attribution/clicks/repeat-detector.ts';
import { createUploadLimit } from '../../imports/upload-limit.ts';
import { createIngest } from '../../ingest/create-ingest.ts';
import { createAppSiteAssociation } from '../../links/association/app-site-association.ts';
import { createAssetLinks } from '../../links/association/asset-links.ts';
import { openGetter } from '../../links/doctor/open-getter.ts';
import { openDomains } from '../../links/domains/open-domains.ts';
import type { Outside } from '../../links/domains/proof/outside.ts';
import { createLinkDirectory } from '../../links/follow/directory/link-directory.ts';
import { createLinkFollower } from '../../links/follow/link-follower.ts';
import { mayLeadOn } from '../../links/follow/may-lead-on.ts';
import { createLimitedClicks } from '../../links/rules/limited-clicks.ts';
import { openPayments } from '../../payments/open-payments.ts';
import { createKeyring } from '../../platform/auth/secrets/keyring.ts';
import type { ServiceSecrets } from '../../platform/auth/secrets/load-secrets.ts';
import { createSignIn } from '../../platform/auth/session/create-sign-in.ts';
import type { PasswordHash } from '../../platform/auth/session/password-hashing.ts';
import { countedElsewhere } from '../../platform/limits/limits-of-all-processes.ts';
import { createRateLimits, type RateLimits } from '../../platform/limits/rate-limits.ts';
import { openSharedRateLimits } from '../../platform/limits/shared-rate-limits.ts';
import { createLiveFeed } from '../../platform/live/live-feed.ts';
import { addDatabaseGauges } from '../../platform/metrics/add-database-gauges.ts';
import { createMetrics } from '../../platform/metrics/create-metrics.ts';
import { createBodyBudget } from '../../platform/net/arrival/body-budget.ts';
import { createConnectionCap } from '../../platform/net/arrival/connection-cap.ts';
import { type FindCountry, openCountries } from '../../platform/net/country/find-country.ts';
import { createMailer } from '../../platform/net/mail/mailer.ts';
import { createPersonMailer } from '../../platform/net/mail/person-mailer.ts';
import type { Getter } from '../../platform/net/outbound/create-getter.ts';
import type { ParentChannel } from '../../platform/processes/questions.ts';
import { createServiceReport } from '../../platform/processes/service-report.ts';
import type { Services } from '../../platform/services.ts';
import type { Config } from '../../platform/settings/config.ts';
import { announceChanges } from '../../platform/store/changes/announce-changes.ts';
import { openChangeFeed } from '../../platform/store/changes/change-feed.ts';
import { createQueueBell } from '../../platform/store/changes/queue-bell.ts';
import { createDatabaseProbe } from '../../platform/store/database-probe.ts';
import { createDiskSpace } from '../../platform/store/disk-space.ts';
import { watchDisk } from '../../platform/store/watch-disk.ts';
import { skipWithdrawn } from '../../postbacks/consent/skip-withdrawn.ts';
import { openPostbacks } from '../../postbacks/open-postbacks.ts';
import { createErasures } from '../../privacy/erasure/create-erasures.ts';
import { createExports } from '../../privacy/exports/create-exports.ts';
import { sweepSpools } from '../../privacy/exports/spool.ts';
import { openNodes, openPools, REQUEST_LIMITS, shareOfConnections } from './open-pools.ts';

export interface ServiceParts {
  config: Config;
  secrets: ServiceSecrets;
  databaseUrl: string;
  log: Logger;
  clock?: () => number;
  /** Default: shared through REDIS_URL, or else in this process's memory. */
  limits?: RateLimits;
  passwordHash?: PasswordHash;
  /** Takes the place of the internet, where domains are concerned. */
  outside?: Outside;
  /** Reads from the public internet; tests have hosts of their own. */
  getter?: Getter;
  /** The first process, where this one is one of several. */
  parent?: ParentChannel;
}

/** Opens every service on a migrated database. */
export async function createServices(parts: ServiceParts): Promise<Services> {
  const { config, secrets, log } = parts;
  const base = await openBase(parts);
  const { pools, shared, disk, ...foundations } = base;
  const mailer = createMailer({ config, registry: base.metrics.registry, log });
  const { clicks, domains, ...features } = await openFeatures(
    parts,
    base,
    openCountries(config.countryDatabase),
  );
  const askDatabase = createDatabaseProbe(pools.work, disk);
  return {
    config,
    secrets,
    log,
    ...foundations,
    ingestPool: pools.ingest,
    workPool: pools.work,
    backgroundPool: pools.background,
    askDatabase,
    report: createServiceReport({ registry: base.metrics.registry, askDatabase }, parts.parent),
    bodyBudget: createBodyBudget(base.metrics.registry),
    connectionCap: createConnectionCap(config, base.metrics.registry),
    ...createSignIn({
      pool: pools.auth,
      lookUps: pools.work,
      config,
      secrets,
      registry: base.metrics.registry,
      passwordHash: parts.passwordHash,
      log,
    }),
    mailer: createPersonMailer(mailer, base.limits),
    ...features,
    hosts: domains.hosts,
    oldServices: domains.oldServices,
    outside: domains.outside,
    async close() {
      features.live.close();
      await Promise.all([
        features.ingest.close(),
        clicks.close(),
        features.payments.recorder.close(),
        mailer.close(),
        features.erasures.close(),
      ]);
      features.bell.close();
      features.postbacks.close();
      await features.nodes.close();
      await domains.close();
      features.getter.close();
      await base.changes.close();
      shared?.close();
      await Promise.all([base.orm.close(true), ...Object.values(pools).map((pool) => pool.end())]);
    },
  };
}

/** What every domain is built on: connections, secrets, what other instances announce, and what is measured. */
async function openBase({ config, secrets, databaseUrl, log, ...parts }: ServiceParts) {
  const clock = parts.clock ?? Date.now;
  const pools = openPools(databaseUrl, log, config.processes);
  const orm = openOrm(databaseUrl, {
    limits: REQUEST_LIMITS,
    poolSize: shareOfConnections(8, config.processes),
  });
  const ormPool: Pool = await orm.driver.getConnection().getNativeClient();
  const disk = createDiskSpace(pools.work);
  for (const pool of [...Object.values(pools), ormPool]) watchDisk(pool, disk.noteFull);
  const keyring = createKeyring(secrets);
  const changes = await openChangeFeed(databaseUrl, log);
  announceChanges(orm, changes);
  const apps = createAppDirectory({ pool: pools.work, keyring, changes, clock });
  const { limits, shared } = await openRateLimits({ config, log, ...parts });
  const metrics = createMetrics();
  addDatabaseGauges(metrics.registry, pools, ormPool);
  return { clock, pools, disk, orm, keyring, changes, apps, shared, limits, metrics };
}

/** Counted by Redis for all instances, else by the first process for all of this one, else in this process's memory. */
async function openRateLimits({
  config,
  log,
  limits,
  parent,
}: Omit<ServiceParts, 'secrets' | 'databaseUrl'>) {
  const near = parent && countedElsewhere((call) => parent.ask('limit', call));
  const shared =
    config.redisUrl === undefined ? undefined : await openSharedRateLimits(config.redisUrl, log, near);
  return { limits: limits ?? shared?.limits ?? createRateLimits(near), shared };
}

type Base = Awaited<ReturnType<typeof openBase>>;

async function openFeatures(
  { config, databaseUrl, log, outside, getter }: ServiceParts,
  base: Base,
  findCountry: FindCountry,
) {
  const { clock, pools, keyring, changes, apps, limits } = base;
  const { registry } = base.metrics;
  const folder = join(config.dataDir, 'exports');
  await sweepSpools(folder);
  const bell = createQueueBell({ pool: pools.work, changes, log });
  const live = createLiveFeed({ pool: pools.work, changes, log });
  const nodes = openNodes(databaseUrl, pools.ingest, log, config.processes);
  const clicks = createClickWriter({ pool: pools.work, nodes, changes, log, registry, clock });
  const paid = { payloadDays: config.paymentPayloadDays, keyring, limits, registry, log, clock };
  return {
    bell,
    live,
    nodes,
    clicks,
    payments: openPayments({ pool: pools.work, nodes, ...paid }),
    domains: openDomains({
      pool: pools.work,
      config,
      changes,
      registry,
      log,
      clock,
      mayLeadTo: mayLeadOn,
      outside,
    }),
    ingest: createIngest({
      pool: pools.ingest,
      nodes,
      rejectionPool: pools.background,
      apps,
      perAddress: limits.ingestPerAddress,
      perApp: limits.ingestPerApp,
      changes,
      live,
      findCountry,
      keyring,
      registry,
      log,
      clock,
      onQueued: bell.ring,
      onWithdrawn: (withdrawals) => skipWithdrawn({ pool: pools.work, clock }, withdrawals),
    }),
    getter: getter ?? openGetter(config),
    links: createLinkFollower({
      directory: createLinkDirectory({ pool: pools.work, changes, clock }),
      clicks,
      limited: createLimitedClicks(pools.work),
      repeats: createRepeatDetector(),
      findCountry,
      clock,
    }),
    assetLinks: createAssetLinks({ pool: pools.work, log, clock }),
    appSiteAssociation: createAppSiteAssociation({ pool: pools.work, config, log, clock }),
    postbacks: openPostbacks({
      pools,
      keyring,
      registry,
      log,
      clock,
      allowLoopback: config.allowLoopbackPostbacks,
    }),
    erasures: createErasures({ pool: pools.background, changes, clock }),
    exports: createExports({ databaseUrl, folder, log, clock }),
    importUploads: createUploadLimit(),
  };
}
