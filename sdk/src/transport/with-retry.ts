import type { FatedEvent, SendEvents } from './send-events.ts';

const LONGEST_WAIT_MS = 8000;

export interface RetryRules {
  /** Most sends of one event. */
  maxAttempts(): number;
  /** Resolves after that many ms, or earlier when the client is closed. */
  wait(ms: number): Promise<void>;
  /** Whether sending is still allowed, asked before each further send. */
  mayGoOn(): Promise<boolean>;
}

/**
 * Sends again what is worth another try, after 1, 2, 4 and 8 seconds (contract: "Client configuration
 * defaults and delivery rules"); what is left after the last try waits for a later session. A service that
 * asks for a longer pause is not waited for here: those events come back as `retry`, with its wish.
 */
export function withRetry(send: SendEvents, rules: RetryRules): SendEvents {
  return async (events) => {
    const settled: FatedEvent[] = [];
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
      if (waitMs > LONGEST_WAIT_MS) return leave('retry');
      if (attempt >= rules.maxAttempts()) return leave('later');
      await rules.wait(waitMs);
      if (!(await rules.mayGoOn())) return leave('retry');
      remaining = open.map(({ queued }) => queued);
    }
  };
}

/** The pause after that many sends, in ms. */
export function backoffMs(attempt: number): number {
  return Math.min(1000 * 2 ** (attempt - 1), LONGEST_WAIT_MS);
}
