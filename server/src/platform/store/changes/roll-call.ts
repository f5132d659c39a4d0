import { randomUUID } from 'node:crypto';
import type { Notification } from 'pg';
import type { Asker } from './statement-queue.ts';

/** Finds out whether every running instance has heard of what was announced to it. */
export interface RollCall {
  /** Takes what arrives on the channel `ROLL_CALL`: answers a call, on the connection that heard it, or notes an answer. */
  hear(listener: Asker, notification: Notification): void;
  /**
   * Calls every instance. The database delivers in the order of commits, so one that answers has heard of every change
   * that was committed before the call.
   *
   * @param asked whether they have heard, or also whether what they had begun before is done.
   * @returns the database's process ids of those that did not answer in that time.
   */
  call(by: Asker, maxMs: number, asked: 'heard' | 'done'): Promise<readonly number[]>;
}

export const ROLL_CALL = 'tributary_roll_call';
/**
 * The name of the connection on which an instance hears of changes. The database's list of connections is so the list
 * of instances: one that is gone is not on it, and one that connects later takes everything for changed.
 */
export const LISTENER = 'tributary-changes';

/** Who was still connecting did not hear the call, so it is repeated. In ms. */
const AGAIN_MS = 500;

const LIST_LISTENERS =
  'select pid from pg_stat_activity where datname = current_database() and application_name = $1';
const SAY = 'select pg_notify($1, $2)';

/** What a call says before its id. Earlier versions answer either at once. */
const WORDS = { heard: 'call', done: 'finish' } as const;

/**
 * The roll call of one instance, which answers those of others as well.
 *
 * @param finish resolves when what this instance is doing now, by what it knew before, is done.
 */
export function createRollCall(finish: () => Promise<unknown>): RollCall {
  /** What to do with an answer, by the id of the call. */
  const calls = new Map<string, (pid: number) => void>();

  async function missingOf(by: Asker, present: ReadonlySet<number>): Promise<Set<number>> {
    const { rows } = await by.query<{ pid: number }>(LIST_LISTENERS, [LISTENER]);
    return new Set(rows.map(({ pid }) => pid).filter((pid) => !present.has(pid)));
  }

  return {
    hear(listener, { payload = '', processId }) {
      const [word, id = ''] = payload.split(' ');
      if (word === 'here') return calls.get(id)?.(processId);
      // One that is lost is no longer on the list: no one waits for its answer.
      const say = () => void listener.query(SAY, [ROLL_CALL, `here ${id}`]).catch(() => {});
      // What begins from here on knows of all that was announced before; other calls do not wait for what began earlier.
      if (word === WORDS.done) void finish().then(say);
      else say();
    },
    async call(by, maxMs, asked) {
      const id = randomUUID();
      const deadline = performance.now() + maxMs;
      const present = new Set<number>();
      try {
        for (;;) {
          const missing = await missingOf(by, present);
          const left = deadline - performance.now();
          if (missing.size === 0 || left <= 0) return [...missing];
          const { promise: allHere, resolve } = Promise.withResolvers<void>();
          calls.set(id, (pid) => {
            present.add(pid);
            if (missing.delete(pid) && missing.size === 0) resolve();
          });
          const again = setTimeout(resolve, Math.min(AGAIN_MS, left));
          await by.query(SAY, [ROLL_CALL, `${WORDS[asked]} ${id}`]);
          await allHere;
          clearTimeout(again);
          if (missing.size === 0) return [];
        }
      } finally {
        calls.delete(id);
      }
    },
  };
}
