import type { Pool, QueryResultRow } from 'pg';
import { queryForCustomer } from '../platform/store/query-for-customer.ts';

/** Reads the data plane for one account and the apps that the caller may see. */
export interface ScopedReader {
  /** Runs a named statement whose `$1` is the account and `$2` the ids of its apps; `values` begin at `$3`. */
  read<Row extends QueryResultRow>(name: string, text: string, values: readonly unknown[]): Promise<Row[]>;
}

/** A reader of one account: `$1` of its statements is the account, `$2` the apps, and then come their own values. */
export function createScopedReader(pool: Pool, customerId: string, appIds: readonly string[]): ScopedReader {
  return {
    read: (name, text, values) => queryForCustomer(pool, customerId, { name, text }, [appIds, ...values]),
  };
}
