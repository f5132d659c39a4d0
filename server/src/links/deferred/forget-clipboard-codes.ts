import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { startWorkLoop, type WorkLoop } from '../../platform/jobs/work-loop.ts';
import { CODE_LIFE_MS } from '../clipboard-code.ts';

const REST_MS = 600_000;

/** Through the partial index of those that have one; all of them at once, as they are those of ten minutes. */
const FORGET = 'update clicks set code_hash = null where code_hash is not null and clicked_at <= $1';

interface ForgetterParts {
  readonly pool: Pool;
  readonly log: Logger;
  /** Unix ms. */
  readonly clock: () => number;
}

/** Forgets codes that have ended and were never taken, every ten minutes. Any number may run. */
export function startCodeForgetter({ pool, log, clock }: ForgetterParts): WorkLoop {
  return startWorkLoop({
    work: async () => {
      await forgetClipboardCodes(pool, clock());
      return false;
    },
    restMs: REST_MS,
    onFailure: (err) => log.warn({ err }, 'codes could not be forgotten; it will be retried'),
  });
}

/** Forgets the codes that have ended. @param now Unix ms. */
export async function forgetClipboardCodes(pool: Pool, now: number): Promise<void> {
  const values = [new Date(now - CODE_LIFE_MS).toISOString()];
  await pool.query({ name: 'forget-clipboard-codes', text: FORGET, values });
}
