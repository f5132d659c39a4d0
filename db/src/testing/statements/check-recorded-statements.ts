import { DISTRIBUTED_TABLES } from '../../distribution/distributed-tables.ts';
import { EXCEPTIONS } from './exceptions.ts';
import { judgeStatement } from './judge-statement.ts';
import { isAboutRows, readRecordedStatements } from './read-recorded-statements.ts';
import type { RecordedStatement } from './recorded-statement.ts';

/**
 * Judges what the product has sent in the tests (judge-statement.ts).
 *
 * @param folder where it was recorded.
 * @param isWhole whether all tests ran, so that an exception that nothing needs is one too many.
 * @returns what is wrong, a line for each statement.
 */
export async function checkRecordedStatements(folder: string, isWhole: boolean): Promise<string[]> {
  const distributed = new Set<string>(DISTRIBUTED_TABLES);
  const excepted = new Set<string>();
  const wrong = new Set<string>();
  for (const statement of readRecordedStatements(folder)) {
    // An ORM sends what nobody is known to have sent: settings, and migrations, which go over whole tables.
    if (statement.sender === undefined || statement.sender === 'unknown') continue;
    if (!isAboutRows(statement)) continue;
    const found = await judgeStatement(statement, distributed).catch((error) => [String(error)]);
    if (found.length === 0) continue;
    if (EXCEPTIONS.some(({ sender }) => sender === statement.sender)) excepted.add(statement.sender);
    else wrong.add(`${statement.sender}: ${found.join(', ')}: ${excerpt(statement)}`);
  }
  const unused = EXCEPTIONS.filter(({ sender, isOfNodes }) => isWhole && !isOfNodes && !excepted.has(sender));
  return [
    ...wrong,
    ...unused.map(({ sender }) => `${sender} needs no exception (db/src/testing/statements)`),
  ];
}

function excerpt({ text, name }: RecordedStatement): string {
  const words = text.trim().replaceAll(/\s+/g, ' ');
  return name ?? (words.length > 120 ? `${words.slice(0, 120)}…` : words);
}
