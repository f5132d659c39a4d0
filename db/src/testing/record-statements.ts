import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { findSender } from './statements/find-sender.ts';
import { isAboutRows } from './statements/read-recorded-statements.ts';
import type { RecordedStatement } from './statements/recorded-statement.ts';

const { TEST_STATEMENTS_DIR: folder, TEST_OLD_POSTGRES: isOldPostgres } = process.env;

/**
 * Vitest's set-up of the packages whose tests use a database: where TEST_STATEMENTS_DIR names a folder, what this process
 * sends to PostgreSQL is written there as lines of JSON, each statement once for every file that sends it.
 */
if (folder && !isOldPostgres && !('isRecorded' in pg.Client.prototype)) {
  // Files share a process, and each is set up.
  const note = createNotes(join(folder, `${process.pid}.jsonl`));
  record(pg.Client.prototype, note);
  record(pg.Pool.prototype, note);
  Object.assign(pg.Client.prototype, { isRecorded: true });
}

type Note = (statement: RecordedStatement) => void;

function createNotes(path: string): Note {
  const seen = new Set<string>();
  return (statement) => {
    const { text, sender, isCounted = false } = statement;
    const shape = shapeOf(text);
    const key = `${sender} ${isCounted} ${shape}`;
    if (seen.has(key)) return;
    seen.add(key);
    appendFileSync(path, `${JSON.stringify(statement)}\n`);
  };
}

/** A text without what differs from one time that it is sent to another. */
function shapeOf(text: string): string {
  return text
    .replaceAll(/'(?:[^']|'')*'/g, '$')
    .replaceAll(/\$?\d+/g, '$')
    .replaceAll(/\([$, ]+\)(?:, ?\([$, ]+\))+/g, '(many)');
}

function record(prototype: Pick<pg.Client, 'query'> | Pick<pg.Pool, 'query'>, note: Note): void {
  const { query } = prototype;
  const recorded = function (this: unknown, ...args: unknown[]): unknown {
    const statement = findJudged(args[0]);
    const sender = statement && findSender();
    const isOwn = statement !== undefined && sender !== 'inside';
    if (isOwn) note({ ...statement, ...(sender && { sender }) });
    const answer = Reflect.apply(query, this, args);
    if (!isOwn || !(answer instanceof Promise) || !/\bon conflict\b/i.test(statement.text)) return answer;
    return answer.then((result: pg.QueryResult) => {
      return noticeCount(result, () => note({ ...statement, ...(sender && { sender }), isCounted: true }));
    });
  };
  Object.assign(prototype, { query: recorded });
}

/** Nobody judges a command such as `begin`: to find its sender would be in vain. */
function findJudged(given: unknown): RecordedStatement | undefined {
  const statement = describe(given);
  if (statement === undefined) return undefined;
  return isAboutRows(statement) || statement.onNodes !== undefined ? statement : undefined;
}

/** What `query` was given is a text, or an object with one: a named statement, a cursor. */
function describe(given: unknown): RecordedStatement | undefined {
  if (typeof given === 'string') return { text: given };
  if (typeof given !== 'object' || given === null || !('text' in given) || typeof given.text !== 'string')
    return undefined;
  return {
    text: given.text,
    ...('name' in given && typeof given.name === 'string' && { name: given.name }),
    ...('onNodes' in given && typeof given.onNodes === 'string' && { onNodes: given.onNodes }),
  };
}

/** Of an insertion that skips what is there Citus does not say how many rows it made. */
function noticeCount(result: pg.QueryResult, noticed: () => void): pg.QueryResult {
  const { rowCount } = result;
  const get = () => {
    noticed();
    return rowCount;
  };
  return Object.defineProperty(result, 'rowCount', { get, enumerable: true, configurable: true });
}
