import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { Counter, type Registry } from 'prom-client';
import type { AppError } from '../../errors.ts';
import type { ActiveWebhook } from './find-webhook.ts';
import { type DeliveryOutcome, type LoggedDelivery, logDelivery } from './log-delivery.ts';
import { createRefusalSampler } from './refusal-sampler.ts';

/** Keeps what became of deliveries, as numbers and for whoever set a webhook up. */
export interface DeliveryJournal {
  /** Counts one; it is logged with what it recorded. */
  count(provider: string, outcome: DeliveryOutcome): void;
  /** Counts and logs one. Those that could be a flood are logged as far as that says something. */
  note(webhook: ActiveWebhook, provider: string, seen: SeenDelivery): Promise<void>;
}

type SeenDelivery = Pick<LoggedDelivery, 'verified' | 'outcome' | 'reason'>;

interface JournalParts {
  readonly pool: Pool;
  readonly registry: Registry;
  readonly log: Logger;
  /** Unix ms. */
  readonly clock: () => number;
}

const SAMPLED: readonly DeliveryOutcome[] = ['refused', 'limited', 'failed'];

export function createDeliveryJournal({ pool, registry, log, clock }: JournalParts): DeliveryJournal {
  const sampler = createRefusalSampler(clock);
  const deliveries = new Counter({
    name: 'tributary_payment_deliveries_total',
    help: 'Deliveries of payment providers to active webhooks, by provider and what became of them',
    labelNames: ['provider', 'outcome'] as const,
    registers: [registry],
  });
  return {
    count: (provider, outcome) => deliveries.inc({ provider, outcome }),
    async note({ id: webhookId }, provider, { verified, outcome, reason }) {
      deliveries.inc({ provider, outcome });
      if (SAMPLED.includes(outcome) && !sampler.isLogged(webhookId)) return;
      // What cannot be logged is answered all the same.
      await logDelivery(pool, { webhookId, deliveredAt: clock(), verified, outcome, reason }).catch((err) =>
        log.warn({ err, webhookId }, 'a payment delivery could not be logged'),
      );
    },
  };
}

/** What a delivery that was not taken is called. */
export function outcomeOf({ code }: AppError): DeliveryOutcome {
  if (code === 'RATE_LIMIT') return 'limited';
  if (code === 'VALIDATION_ERROR') return 'invalid';
  return code === 'AUTH_ERROR' || code === 'PAYLOAD_TOO_LARGE' ? 'refused' : 'failed';
}
