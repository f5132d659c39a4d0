import {
  giveFate,
  latest,
  type SendEvents,
  type SendOutcome,
  type SentEvent,
  withFate,
} from './send-events.ts';

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
 * service asks for a longer pause, the events keep the fate `retry`, with that pause in `waitMs`.
 */
export function withRetry(send: SendEvents, { maxAttempts, wait, mayContinue }: RetryRules): SendEvents {
  return async (events) => {
    const fates: SentEvent[] = [];
    let open = events;
    let outcome: SendOutcome;
    for (let attempt = 1; ; attempt++) {
      outcome = await send(open);
      fates.push(...outcome.fates);
      const again = withFate(outcome.fates, 'retry');
      const waitMs = Math.max(backoffMs(attempt), outcome.waitMs ?? 0);
      if (again.length === 0 || waitMs > MAX_WAIT_MS) break;
      if (attempt >= maxAttempts()) {
        fates.push(...giveFate(again, 'later'));
        break;
      }
      await wait(waitMs);
      if (!(await mayContinue())) break;
      open = again;
    }
    return { ...outcome, fates: latest(fates) };
  };
}

/** The pause after that many attempts, in ms. */
export function backoffMs(attempt: number): number {
  return Math.min(1000 * 2 ** (attempt - 1), MAX_WAIT_MS);
}
