import type { Pool } from 'pg';
import { queryForCustomer } from '../../platform/store/query-for-customer.ts';
import type { RowError } from '../import-row.ts';

/** Errors of a job that are kept; the others are only counted. */
export const MAX_KEPT_ERRORS = 1000;

const READ = {
  name: 'read-import-errors',
  text: `
    select row_number as row, column_name as column, value, reason from import_errors
    where customer_id = $1 and job_id = $2
    order by position limit ${MAX_KEPT_ERRORS}`,
};

/** The kept errors of a job's rows, in their order. */
export function readErrors(pool: Pool, customerId: string, jobId: string): Promise<RowError[]> {
  return queryForCustomer<RowError & object>(pool, customerId, READ, [jobId]);
}
