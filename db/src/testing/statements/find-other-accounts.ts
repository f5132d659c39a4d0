import type { Node } from '@pgsql/types';
import { QueryReading } from './query-reading.ts';

/** The tables of a statement whose rows may be those of any account, as no equation says of which one. */
export function findOtherAccounts(stmt: Node, distributed: ReadonlySet<string>): string[] {
  const reading = new QueryReading(distributed);
  reading.read(stmt);
  return reading.finish().map((table) => `${table} is not held to one account`);
}
