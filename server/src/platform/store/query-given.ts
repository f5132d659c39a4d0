import type { QueryResultRow } from 'pg';
import { isDistributed, type Queryable } from './is-distributed.ts';

/** A named statement about rows of any accounts: they are `$1`, as JSON, and the statement calls them `given`. */
interface GivenStatement {
  readonly name: string;
  readonly text: string;
  /** The same about rows of one account, if it differs by more than naming it; `given.customer_id` is its id. */
  readonly ofOne?: string;
}

interface OfAccount {
  readonly customer_id: string;
}

/** What is joined on the account of the given rows. */
const JOINED = /(?:=|is not distinct from) given\.customer_id\b/g;

/**
 * Runs a statement about rows of several accounts: once, or, where accounts are on many nodes, once for each account, with
 * its id in place of `given.customer_id`. Such a statement goes to one node only, and may contain what statements over
 * many may not. The rows of one account are in the statement's own order.
 *
 * @param values starting at `$2`.
 */
export async function queryGiven<Row extends QueryResultRow>(
  client: Queryable,
  { name, text, ofOne = text }: GivenStatement,
  given: readonly OfAccount[],
  values: readonly unknown[] = [],
): Promise<Row[]> {
  if (given.length === 0) return [];
  const onNodes = nameAccount(ofOne, values.length + 2);
  if (!(await isDistributed(client))) {
    // The form for nodes goes along for those who look at what is sent: the driver leaves it alone.
    const asked = { name, text, values: [JSON.stringify(given), ...values], onNodes };
    return (await client.query<Row>(asked)).rows;
  }
  const rows: Row[] = [];
  const accounts = Map.groupBy(given, ({ customer_id }) => customer_id);
  // In the order of their ids, so that those who lock rows of the same accounts do not wait for each other in a circle.
  for (const [customerId, own] of [...accounts].sort(([one], [other]) => (one < other ? -1 : 1))) {
    const answer = await client.query<Row>({
      name: `${name}-of-one`,
      text: onNodes,
      values: [JSON.stringify(own), ...values, customerId],
    });
    rows.push(...answer.rows);
  }
  return rows;
}

const named = new Map<string, string>();

/** The statement about rows of one account, whose id is the parameter of that number. */
export function nameAccount(text: string, parameter: number): string {
  const key = `${parameter} ${text}`;
  const known = named.get(key);
  if (known !== undefined) return known;
  const made = text.replaceAll(JOINED, `= $${parameter}`);
  named.set(key, made);
  return made;
}
