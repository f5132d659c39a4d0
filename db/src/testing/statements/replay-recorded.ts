import { Client } from 'pg';
import { DISTRIBUTED_TABLES } from '../../distribution/distributed-tables.ts';
import { isOfNodes } from './judge-statement.ts';
import { isAboutRows, readRecordedStatements } from './read-recorded-statements.ts';
import type { RecordedStatement } from './recorded-statement.ts';
import { replayStatements } from './replay-statements.ts';

/**
 * Has Citus plan what the product has sent in tests, as far as it is about rows that are spread over nodes.
 *
 * @param url a migrated database of a coordinator.
 * @param folder where it was recorded.
 * @returns what is wrong, a line for each.
 * @throws if nothing was recorded.
 */
export async function replayRecorded(url: string, folder: string): Promise<string[]> {
  const distributed = new Set<string>(DISTRIBUTED_TABLES);
  const found: RecordedStatement[] = [];
  for (const statement of readRecordedStatements(folder)) {
    const isOfProduct = statement.sender !== undefined && statement.sender !== 'unknown';
    if (isOfProduct && isAboutRows(statement) && (await isOfNodes(statement, distributed)))
      found.push(statement);
  }
  if (found.length === 0) throw new Error(`No statement is recorded in ${folder}.`);
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await replayStatements(client, found);
  } finally {
    await client.end();
  }
}
