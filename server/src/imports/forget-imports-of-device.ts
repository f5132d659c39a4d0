import type { ClientBase } from 'pg';
import { usableId } from '../devices/device-identifiers.ts';
import { DEVICE_ID_KINDS } from '../values/device-id-kinds.ts';
import type { FileRow } from './import-row.ts';
import { shortened } from './normalise/row-reader.ts';

/** With those that other platforms gave the devices that are known by them. */
const WITH_EXTERNAL_IDS = `
  with given as (
    select distinct app_id, device_id from device_ids
    where customer_id = $1 and app_id in (select id from apps where customer_id = $1)
      and kind in (${DEVICE_ID_KINDS.map((kind) => `'${kind}'`).join(', ')}) and value = any($2::text[])
  )
  select value from given join device_ids ids using (app_id, device_id)
  where ids.customer_id = $1 and ids.kind = 'external_id'`;

/** Waits for those that are being processed: what came of them is there afterwards. */
const LOCK_BATCHES = `
  select job_id, batch, rows from import_batches
  where customer_id = $1 and exists (
    select 1 from unnest($2::text[]) as given (id) where strpos(lower(rows), lower(id)) > 0)
  order by job_id, batch
  for update`;

const REPLACE_ROWS =
  'update import_batches set rows = $4 where customer_id = $1 and job_id = $2 and batch = $3';

const FORGET_ERRORS = `
  update import_errors set value = null
  where customer_id = $1 and lower(value) in (select lower(id) from unnest($2::text[]) as given (id))`;

interface Batch {
  readonly job_id: string;
  readonly batch: number;
  readonly rows: string;
}

/**
 * Takes a device out of the rows that wait to be imported, where it then counts as rejected, and out of the errors of
 * rows.
 *
 * @param ids its ids, as usableId writes them.
 * @returns how many rows and errors.
 */
export async function forgetImportsOfDevice(
  client: ClientBase,
  customerId: string,
  ids: readonly string[],
): Promise<{ import_batches: number; import_errors: number }> {
  const external = await client.query<{ value: string }>(WITH_EXTERNAL_IDS, [customerId, ids]);
  const all = [...ids, ...external.rows.map(({ value }) => value)];
  const { rows: batches } = await client.query<Batch>(LOCK_BATCHES, [customerId, all]);
  let forgotten = 0;
  for (const { job_id, batch, rows } of batches) {
    const known = new Set(all);
    const left = (JSON.parse(rows) as FileRow[]).map((row) => {
      if (!namesOneOf(row, known)) return row;
      forgotten++;
      return { row: row.row, values: {}, problem: 'the device was erased' };
    });
    await client.query(REPLACE_ROWS, [customerId, job_id, batch, JSON.stringify(left)]);
  }
  const errors = await client.query(FORGET_ERRORS, [customerId, all.map(shortened)]);
  return { import_batches: forgotten, import_errors: errors.rowCount ?? 0 };
}

function namesOneOf({ values }: FileRow, ids: ReadonlySet<string>): boolean {
  return Object.values(values).some((value) => ids.has(usableId(value?.trim()) ?? ''));
}
