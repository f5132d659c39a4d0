import { Counter, type Registry } from 'prom-client';
import type { FailureClass } from './send/classify-answer.ts';

/** Counts what networks are sent. */
export interface PostbackMetrics {
  /** @param failure null for one that succeeded. */
  countAttempt(format: string, failure: FailureClass | null): void;
}

/** Counts every send once, under its network and what became of it. */
export function createPostbackMetrics(registry: Registry): PostbackMetrics {
  const attempts = new Counter({
    name: 'tributary_postback_attempts_total',
    help: 'Sends to ad networks, by format and what became of them',
    labelNames: ['network', 'class'] as const,
    registers: [registry],
  });
  return {
    countAttempt: (network, failure) => attempts.inc({ network, class: failure ?? 'sent' }),
  };
}
