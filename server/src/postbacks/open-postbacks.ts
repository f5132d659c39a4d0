import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import type { Keyring } from '../platform/auth/secrets/keyring.ts';
import { createBudget } from '../platform/limits/budget.ts';
import { createPoster } from '../platform/net/outbound/create-poster.ts';
import { createResolver } from '../platform/net/outbound/resolve-name.ts';
import type { DeliveryParts } from './deliver/delivery-parts.ts';
import { createPostbackMetrics } from './deliver/postback-metrics.ts';
import { addFailingNetworksGauge } from './failing-networks.ts';

interface PostbackParts {
  /** `postbacks` is for deliveries alone; `metrics` is the one to ask through. */
  readonly pools: { readonly postbacks: Pool; readonly metrics: Pool };
  readonly keyring: Keyring;
  readonly registry: Registry;
  readonly log: Logger;
  /** Unix ms. */
  readonly clock: () => number;
  /** ALLOW_LOOPBACK_POSTBACKS. */
  readonly allowLoopback: boolean;
}

/** Sends postbacks; lives as long as the process. */
export interface Postbacks extends DeliveryParts {
  /** Closes every connection to a network. */
  close(): void;
}

declare module '../platform/services.ts' {
  interface Services {
    /** Sends postbacks to ad networks. */
    readonly postbacks: Postbacks;
  }
}

/** Sends to one host at a time. */
const CONNECTIONS_PER_HOST = 64;

/** Opens what delivers postbacks: connections and metrics. `close` ends the connections. */
export function openPostbacks({ pools, registry, ...parts }: PostbackParts): Postbacks {
  const poster = createPoster({ resolve: createResolver(), allowLoopback: parts.allowLoopback });
  addFailingNetworksGauge(registry, pools.metrics);
  return {
    ...parts,
    pool: pools.postbacks,
    poster,
    connections: createBudget({ perHolder: CONNECTIONS_PER_HOST }),
    metrics: createPostbackMetrics(registry),
    close: () => poster.close(),
  };
}
