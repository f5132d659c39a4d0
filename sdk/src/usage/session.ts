import { parseObject } from '../parsing/parse-object.ts';

/** A session as it is stored. Its times are the wall clock's, since it outlives the process and the page. */
export interface Session {
  startedAt: number;
  lastAt: number;
}

/** undefined if the text is not a session. */
export function parseSession(text: string | undefined): Session | undefined {
  const { startedAt, lastAt } = parseObject(text) ?? {};
  return typeof startedAt === 'number' && typeof lastAt === 'number' ? { startedAt, lastAt } : undefined;
}
