import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { Counter, type Registry } from 'prom-client';
import type { AppError } from '../../platform/errors/errors.ts';
import type { Conflict } from '../record/conflict.ts';
import { type DeliveryOutcome, type LoggedDelivery, logDeliveries } from '../record/log-delivery.ts';
import type { ActiveWebhook } from './find-webhooks.ts';
import { createRefusalSampler } from './refusal-sampler.ts';

/** Records the outcomes of deliveries, as metrics and in the webhook's delivery log. */
export interface DeliveryJournal {
  /** Counts a delivery; it is logged with what it recorded. */
  count(provider: string, outcome: DeliveryOutcome): void;
  /** Counts a delivery that contradicts what is recorded. */
  countConflict(provider: string, conflict: Pick<Conflict, 'otherApp' | 'otherAmount'>): void;
  /** Counts and logs a delivery. Those that could be a flood are sampled. */
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

/** A journal that also counts deliveries in metrics, and keeps a sample of what is refused. */
export function createDeliveryJournal({ pool, registry, log, clock }: JournalParts): DeliveryJournal {
  const sampler = createRefusalSampler(clock);
  const deliveries = new Counter({
    name: 'tributary_payment_deliveries_total',
    help: 'Deliveries from payment providers to active webhooks, by provider and outcome',
    labelNames: ['provider', 'outcome'] as const,
    registers: [registry],
  });
  const conflicts = new Counter({
    name: 'tributary_payment_conflicts_total',
    help: 'Duplicates from another app of the account, or with another amount or currency, than what is recorded',
    labelNames: ['provider', 'differs'] as const,
    registers: [registry],
  });
  return {
    count: (provider, outcome) => deliveries.inc({ provider, outcome }),
    countConflict(provider, { otherApp, otherAmount }) {
      conflicts.inc({ provider, differs: otherApp ? (otherAmount ? 'app_and_amount' : 'app') : 'amount' });
    },
    async note({ id: webhookId }, provider, { verified, outcome, reason }) {
      deliveries.inc({ provider, outcome });
      if (SAMPLED.includes(outcome) && !sampler.isLogged(webhookId)) return;
      // A failure to log must not change the answer.
      const seen = { webhookId, deliveredAt: clock(), verified, outcome, reason };
      await logDeliveries(pool, [seen]).catch((err) =>
        log.warn({ err, webhookId }, 'a payment delivery could not be logged'),
      );
    },
  };
}

/** The outcome of a delivery that failed with this error. */
export function outcomeOf({ code }: AppError): DeliveryOutcome {
  if (code === 'RATE_LIMIT') return 'limited';
  if (code === 'VALIDATION_ERROR') return 'invalid';
  return code === 'AUTH_ERROR' || code === 'PAYLOAD_TOO_LARGE' ? 'refused' : 'failed';
}
