import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Keyring } from '../../platform/auth/secrets/keyring.ts';
import type { Budget } from '../../platform/limits/budget.ts';
import type { Poster } from '../../platform/net/outbound/create-poster.ts';
import type { PostbackMetrics } from './postback-metrics.ts';

/** What deliveries are made with. */
export interface DeliveryParts {
  readonly pool: Pool;
  readonly keyring: Keyring;
  readonly poster: Pick<Poster, 'post'>;
  /** Sends under way to each host, whichever configs post to it. */
  readonly connections: Budget;
  readonly metrics: PostbackMetrics;
  readonly log: Logger;
  /** Unix ms. */
  readonly clock: () => number;
  /** Whether a native format's host may be overridden, for development. */
  readonly allowLoopback: boolean;
}
