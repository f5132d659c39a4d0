import type { Pool, QueryResultRow } from 'pg';

/** A named statement that reads the data plane; its `$1` is the account. */
export interface CustomerStatement {
  readonly name: string;
  readonly text: string;
}

/**
 * Runs a statement for one account: the only way to read the data plane. A statement that does not filter by account is
 * refused.
 *
 * @param values starting at `$2`.
 */
export async function queryForCustomer<Row extends QueryResultRow>(
  pool: Pool,
  customerId: string,
  { name, text }: CustomerStatement,
  values: readonly unknown[],
): Promise<Row[]> {
  if (!text.includes('customer_id = $1')) throw new Error(`${name} is not restricted to an account`);
  const { rows } = await pool.query<Row>({ name, text, values: [customerId, ...values] });
  return rows;
}
