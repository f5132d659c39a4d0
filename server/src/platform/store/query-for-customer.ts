import type { Pool, QueryResultRow } from 'pg';
import { ofAccount } from './of-account.ts';

/** A named statement that reads the data plane; its `$1` is the account. */
export interface CustomerStatement {
  readonly name: string;
  readonly text: string;
}

/**
 * Runs a statement that reads rows of one account, as reports and lists do. A statement that does not filter by account is
 * refused. Rows of several accounts are read by `queryGiven`; exports and erasure have statements of their own.
 *
 * @param values starting at `$2`.
 */
export async function queryForCustomer<Row extends QueryResultRow>(
  pool: Pool,
  customerId: string,
  statement: CustomerStatement,
  values: readonly unknown[],
): Promise<Row[]> {
  const { name, text } = statement;
  if (!text.includes('customer_id = $1')) throw new Error(`${name} is not restricted to an account`);
  const { rows } = await pool.query<Row>({
    ...(await ofAccount(pool, statement)),
    values: [customerId, ...values],
  });
  return rows;
}
