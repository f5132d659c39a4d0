import type { Pool } from 'pg';
import type { Logger } from 'pino';

/** Counts on a domain's row what its old service was asked about. */
export interface FallbackCounts {
  count(domainId: string, found: boolean): void;
  /** Stores what is not stored yet. */
  close(): Promise<void>;
}

interface CountsParts {
  readonly pool: Pool;
  readonly log: Logger;
  /** Unix ms. */
  readonly clock: () => number;
}

/** How long counts wait; a process that is killed loses as much. */
const REST_MS = 10_000;

const ADD = `
  update domains set fallback_asked = fallback_asked + added.asked, fallback_found = fallback_found + added.found,
    fallback_found_at = case when added.found > 0 then $2 else fallback_found_at end
  from (
    select * from json_to_recordset($1::json) as added (id uuid, asked bigint, found bigint) order by id
  ) added
  where domains.id = added.id`;

/** Collects counts and adds them to the domains every few seconds, beside the visits. */
export function createFallbackCounts({ pool, log, clock }: CountsParts): FallbackCounts {
  let waiting = new Map<string, { asked: number; found: number }>();
  let timer: NodeJS.Timeout | undefined;

  async function store(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    if (waiting.size === 0) return;
    const added = JSON.stringify([...waiting].map(([id, counts]) => ({ id, ...counts })));
    waiting = new Map();
    const values = [added, new Date(clock()).toISOString()];
    await pool
      .query({ name: 'count-fallbacks', text: ADD, values })
      .catch((err) => log.warn({ err }, 'visits led on by old services were not counted'));
  }

  return {
    count(domainId, found) {
      const counts = waiting.get(domainId) ?? { asked: 0, found: 0 };
      waiting.set(domainId, { asked: counts.asked + 1, found: counts.found + (found ? 1 : 0) });
      timer ??= setTimeout(store, REST_MS).unref();
    },
    close: store,
  };
}
