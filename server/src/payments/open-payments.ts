import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import type { Keyring } from '../platform/auth/secrets/keyring.ts';
import type { RateLimits } from '../platform/limits/rate-limits.ts';
import type { AccountNodes } from '../platform/store/account-nodes.ts';
import { createDeliveryJournal } from './receive/delivery-journal.ts';
import { createWebhookFinder } from './receive/find-webhooks.ts';
import type { Payments } from './receive/receive-payment.ts';
import { createDeliveryRecorder } from './recorder/delivery-recorder.ts';

interface PaymentParts {
  readonly pool: Pool;
  readonly nodes: AccountNodes;
  readonly keyring: Keyring;
  readonly limits: RateLimits;
  /** Days that raw payloads are kept; 0 keeps none. */
  readonly payloadDays: number;
  readonly registry: Registry;
  readonly log: Logger;
  /** Unix ms. */
  readonly clock: () => number;
}

/** Opens what takes payment webhooks: their look-up, their commits and the log of deliveries. */
export function openPayments(parts: PaymentParts): Payments {
  const { pool, nodes, keyring, limits, payloadDays, registry, log, clock } = parts;
  return {
    keyring,
    webhooks: createWebhookFinder(pool),
    recorder: createDeliveryRecorder({ pool, nodes, keyring, payloadDays }),
    limits,
    journal: createDeliveryJournal({ pool, registry, log, clock }),
    clock,
  };
}
