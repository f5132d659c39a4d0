import type { EventFate, SendEvents } from './send-events.ts';

const MAX_WAIT_MS = 8000;

export interface RetryRules {
  /** How often an event is sent at most. */
  maxAttempts(): number;
  /** Resolves after that many ms, or earlier when the client is closed. */
  wait(ms: number): Promise<void>;
  /** Whether sending is still allowed; checked before each further send. */
  mayContinue(): Promise<boolean>;
}

/**
 * Retries events after 1, 2, 4 and 8 seconds; what is left after the last attempt waits for a later session. If the
 * service asks for a longer pause, the events are returned as `retry` at once, with that pause in `waitMs`.
 */
export function withRetry(send: SendEvents, rules: RetryRules): SendEvents {
  return async (events) => {
    const settled: EventFate[] = [];
    let remaining = events;
    for (let attempt = 1; ; attempt++) {
      const outcome = await send(remaining);
      settled.push(...outcome.fates.filter(({ fate }) => fate !== 'retry'));
      const open = outcome.fates.filter(({ fate }) => fate === 'retry');
      const leave = (fate: 'later' | 'retry') => ({
        ...outcome,
        fates: [...settled, ...open.map((fated) => ({ ...fated, fate }))],
      });
      if (open.length === 0) return leave('retry');

      const waitMs = Math.max(backoffMs(attempt), outcome.waitMs ?? 0);
      if (waitMs > MAX_WAIT_MS) return leave('retry');
      if (attempt >= rules.maxAttempts()) return leave('later');
      await rules.wait(waitMs);
      if (!(await rules.mayContinue())) return leave('retry');
      remaining = open.map(({ queued }) => queued);
    }
  };
}

/** The pause after that many attempts, in ms. */
export function backoffMs(attempt: number): number {
  return Math.min(1000 * 2 ** (attempt - 1), MAX_WAIT_MS);
}
