import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';

const { TEST_STATEMENTS_DIR: folder, TEST_OLD_POSTGRES: isOldPostgres } = process.env;

/**
 * Vitest's set-up of the packages whose tests use a database: where TEST_STATEMENTS_DIR names a folder, what this process
 * sends to PostgreSQL is written there, each statement once, as a line of JSON.
 */
if (folder && !isOldPostgres) recordStatements(pg.Client.prototype, join(folder, `${process.pid}.jsonl`));

function recordStatements(client: pg.Client, path: string): void {
  // Files share a process, and each is set up.
  if ('isRecorded' in client) return;
  const { query } = client;
  const seen = new Set<string>();
  const recorded = function (this: pg.Client, ...args: unknown[]): unknown {
    const text = textOf(args[0]);
    const shape = text?.replaceAll(/\$?\d+/g, '$').replaceAll(/\([$, ]+\)(?:, ?\([$, ]+\))+/g, '(many)');
    if (text !== undefined && shape !== undefined && !seen.has(shape)) {
      seen.add(shape);
      appendFileSync(path, `${JSON.stringify(text)}\n`);
    }
    return Reflect.apply(query, this, args);
  };
  Object.assign(client, { query: recorded, isRecorded: true });
}

/** What `query` was given is a text, or an object with one: a named statement, a cursor. */
function textOf(given: unknown): string | undefined {
  if (typeof given === 'string') return given;
  return typeof given === 'object' && given !== null && 'text' in given && typeof given.text === 'string'
    ? given.text
    : undefined;
}
