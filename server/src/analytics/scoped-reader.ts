import type { Pool, QueryResultRow } from 'pg';

/** Reads the data plane for one account and the apps that the caller may see. */
export interface ScopedReader {
  /**
   * Runs a named statement whose `$1` is the account and `$2` the ids of its apps; `values` begin at `$3`.
   */
  read<Row extends QueryResultRow>(name: string, text: string, values: readonly unknown[]): Promise<Row[]>;
}

/** The one way to the data plane for reading: a statement that does not hold itself to the account is refused. */
export function createScopedReader(pool: Pool, customerId: string, appIds: readonly string[]): ScopedReader {
  return {
    async read<Row extends QueryResultRow>(name: string, text: string, values: readonly unknown[]) {
      if (!text.includes('customer_id = $1')) throw new Error(`${name} does not hold itself to an account`);
      const { rows } = await pool.query<Row>({ name, text, values: [customerId, appIds, ...values] });
      return rows;
    },
  };
}
