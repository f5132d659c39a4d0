import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RecordedStatement } from './recorded-statement.ts';

/** What has been recorded in a folder, in no order. */
export function readRecordedStatements(folder: string): RecordedStatement[] {
  const lines = readdirSync(folder).flatMap((file) =>
    readFileSync(join(folder, file), 'utf8').trim().split('\n'),
  );
  return [...new Set(lines)].filter((line) => line !== '').map((line): RecordedStatement => JSON.parse(line));
}

/** Whether it reads or changes rows: what can be prepared does, and a copy of rows that are selected. */
export function isAboutRows(statement: Pick<RecordedStatement, 'text'>): boolean {
  return isPreparable(statement) || /^\s*copy\s*\(/i.test(statement.text);
}

/** Whether it can be prepared, which is all but commands such as `begin` and `create`. */
export function isPreparable({ text }: Pick<RecordedStatement, 'text'>): boolean {
  return /^\s*(?:select|insert|update|delete|merge|with|values)\b/i.test(text);
}
