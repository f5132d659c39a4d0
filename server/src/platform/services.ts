import type { MikroORM } from '@tributary/db/orm';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Keyring } from './auth/secrets/keyring.ts';
import type { ServiceSecrets } from './auth/secrets/load-secrets.ts';
import type { SignIn } from './auth/session/create-sign-in.ts';
import type { RateLimits } from './limits/rate-limits.ts';
import type { LiveFeed } from './live/live-feed.ts';
import type { Metrics } from './metrics/create-metrics.ts';
import type { BodyBudget } from './net/arrival/body-budget.ts';
import type { ConnectionCap } from './net/arrival/connection-cap.ts';
import type { PersonMailer } from './net/mail/person-mailer.ts';
import type { ServiceReport } from './processes/service-report.ts';
import type { Config } from './settings/config.ts';
import type { ChangeFeed } from './store/changes/change-feed.ts';
import type { QueueBell } from './store/changes/queue-bell.ts';
import type { DatabaseState } from './store/database-probe.ts';

/**
 * Everything that lives as long as the process. `run/assembly/create-services.ts` builds it once; it is passed to whatever
 * needs it.
 *
 * What a domain adds it declares beside what builds that (`declare module '../services.ts'`), so that nothing that all
 * domains stand on has to import one of them.
 */
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
  readonly askDatabase: () => Promise<DatabaseState>;
  readonly keyring: Keyring;
  readonly limits: RateLimits;
  readonly bodyBudget: BodyBudget;
  readonly connectionCap: ConnectionCap;
  readonly metrics: Metrics;
  /** What the service says of itself, all its processes together. */
  readonly report: ServiceReport;
  readonly changes: ChangeFeed;
  /** Rings when `event_queue` has something for attribution. */
  readonly bell: QueueBell;
  /** What arrives for apps that somebody watches. */
  readonly live: LiveFeed;
  readonly mailer: PersonMailer;
  /** Finishes what is in flight and closes every connection. */
  close(): Promise<void>;
}
