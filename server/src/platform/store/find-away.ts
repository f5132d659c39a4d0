import { setTimeout as pause } from 'node:timers/promises';
import type { Pool } from 'pg';

/** The longest wait for a node's answer, in ms; waiting for a connection counts. */
const MAX_WAIT_MS = 2000;
const QUESTION = { text: 'select 1', query_timeout: MAX_WAIT_MS };

/** What stands for the nodes that do not answer. */
export async function findAway<T>(nodes: Iterable<readonly [Pool, T]>): Promise<T[]> {
  const asked = Array.from(nodes, async ([node, named]) => ((await answersSoon(node)) ? [] : [named]));
  return (await Promise.all(asked)).flat();
}

async function answersSoon(node: Pool): Promise<boolean> {
  const answered = new AbortController();
  const overdue = pause(MAX_WAIT_MS, false, { signal: answered.signal }).catch(() => false);
  const question = node.query(QUESTION).then(
    () => true,
    () => false,
  );
  const answer = await Promise.race([question, overdue]);
  answered.abort();
  return answer;
}
