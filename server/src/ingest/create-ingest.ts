import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import type { AppDirectory } from '../apps/app-directory.ts';
import type { Keyring } from '../platform/auth/secrets/keyring.ts';
import type { RateLimit } from '../platform/limits/rate-limit.ts';
import type { LiveFeed } from '../platform/live/live-feed.ts';
import type { FindCountry } from '../platform/net/country/find-country.ts';
import type { AccountNodes } from '../platform/store/account-nodes.ts';
import type { ChangeFeed } from '../platform/store/changes/change-feed.ts';
import type { GroupCommitSettings } from '../platform/store/group-commit/group-commit.ts';
import { createIngestMetrics } from './ingest-metrics.ts';
import { createIntake, type Intake } from './limits/intake.ts';
import { createRejectionLog } from './rejected/rejection-log.ts';
import { createEventWriter } from './store/event-writer.ts';
import type { StoreParts } from './store-verified.ts';

/** Everything that the ingest endpoint needs, living as long as the process. */
export interface Ingest extends StoreParts {
  readonly perAddress: RateLimit;
  readonly intake: Intake;
  readonly apps: AppDirectory;
  readonly perApp: RateLimit;
  readonly findCountry: FindCountry;
  /** Opens what key resolution sealed. */
  readonly keyring: Keyring;
  /** Unix ms. */
  readonly clock: () => number;
  /** Commits what is held and takes nothing more. */
  close(): Promise<void>;
}

declare module '../platform/services.ts' {
  interface Services {
    readonly ingest: Ingest;
  }
}

export interface IngestSettings extends Pick<StoreParts, 'onWithdrawn'> {
  /** Connections used only by the event writer. */
  readonly pool: Pool;
  /** Where accounts are. */
  readonly nodes: AccountNodes;
  /** Where refused events are kept. */
  readonly rejectionPool: Pool;
  readonly apps: AppDirectory;
  readonly perAddress: RateLimit;
  readonly perApp: RateLimit;
  readonly findCountry: FindCountry;
  readonly keyring: Keyring;
  readonly changes: ChangeFeed;
  /** Where those who watch an app see its events. */
  readonly live: LiveFeed;
  readonly registry: Registry;
  readonly log: Logger;
  /** Unix ms. */
  readonly clock: () => number;
  /** Called after a commit that queued work for attribution. */
  readonly onQueued: () => void;
  readonly writer?: Partial<GroupCommitSettings>;
}

/** A body takes several times its size in memory while it is processed. */
const MAX_BODY_BYTES_AT_ONCE = 24 * 1024 * 1024;

/** Builds what the steps of ingest need for as long as the process lives. */
export function createIngest(settings: IngestSettings): Ingest {
  const { pool, rejectionPool, apps, perAddress, perApp, changes, live, registry, log, clock, onQueued } =
    settings;
  const metrics = createIngestMetrics(registry, () => writer.held());
  const writer = createEventWriter({
    pool,
    nodes: settings.nodes,
    log,
    clock,
    changes,
    onQueued,
    onCommit: metrics.timeCommit,
    ...(settings.writer && { settings: settings.writer }),
  });
  const rejections = createRejectionLog({ pool: rejectionPool, log });
  return {
    perAddress,
    intake: createIntake(MAX_BODY_BYTES_AT_ONCE),
    apps,
    perApp,
    findCountry: settings.findCountry,
    keyring: settings.keyring,
    clock,
    writer,
    metrics,
    rejections,
    live,
    onWithdrawn: settings.onWithdrawn,
    close: async () => {
      await writer.close();
      await rejections.flush();
    },
  };
}
