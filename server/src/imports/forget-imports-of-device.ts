import type { ClientBase } from 'pg';
import { usableId } from '../devices/device-identifiers.ts';
import { DEVICE_ID_KINDS } from '../values/device-id-kinds.ts';
import type { ColumnMapping } from './column-mapping.ts';
import type { FileRow } from './import-row.ts';
import { columnsByField, shortened } from './normalise/row-reader.ts';

/** More than any device has; an id that is in rows with more is shared. */
const MOST_EXTERNAL_IDS = 200;

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

const MAPPINGS = 'select id, column_mapping from import_jobs where customer_id = $1 and id = any($2::uuid[])';

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
 * rows. An id that another platform gave it, which nothing but a waiting row says, counts as one of its ids.
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
  const known = new Set([...ids, ...external.rows.map(({ value }) => value)]);
  let forgotten = 0;
  for (let fresh = [...known]; fresh.length > 0; ) {
    const rows = await takeRows(client, customerId, fresh);
    forgotten += rows.length;
    fresh = [...new Set(rows.flatMap(externalIds))]
      .filter((id) => !known.has(id))
      .slice(0, MOST_EXTERNAL_IDS);
    for (const id of fresh) known.add(id);
  }
  const errors = await client.query(FORGET_ERRORS, [customerId, [...known].map(shortened)]);
  return { import_batches: forgotten, import_errors: errors.rowCount ?? 0 };
}

/** A row that was taken out, and how its file is read. */
interface TakenRow {
  readonly row: FileRow;
  readonly mapping: ColumnMapping;
}

/** Takes the rows that name one of these ids out of what waits. */
async function takeRows(client: ClientBase, customerId: string, ids: readonly string[]): Promise<TakenRow[]> {
  const { rows: batches } = await client.query<Batch>(LOCK_BATCHES, [customerId, ids]);
  const mappings = await readMappings(
    client,
    customerId,
    batches.map(({ job_id }) => job_id),
  );
  const wanted = new Set(ids);
  const taken: TakenRow[] = [];
  for (const { job_id, batch, rows } of batches) {
    const left = (JSON.parse(rows) as FileRow[]).map((row) => {
      if (!namesOneOf(row, wanted)) return row;
      taken.push({ row, mapping: mappings.get(job_id) ?? {} });
      return { row: row.row, values: {}, problem: 'the device was erased' };
    });
    await client.query(REPLACE_ROWS, [customerId, job_id, batch, JSON.stringify(left)]);
  }
  return taken;
}

async function readMappings(
  client: ClientBase,
  customerId: string,
  jobIds: readonly string[],
): Promise<Map<string, ColumnMapping>> {
  if (jobIds.length === 0) return new Map();
  const { rows } = await client.query<{ id: string; column_mapping: ColumnMapping }>(MAPPINGS, [
    customerId,
    jobIds,
  ]);
  return new Map(rows.map(({ id, column_mapping }) => [id, column_mapping]));
}

function externalIds({ row: { values }, mapping }: TakenRow): string[] {
  const columns = columnsByField(mapping).get('external_device_id') ?? [];
  return columns.flatMap((column) => usableId(values[column]) ?? []);
}

function namesOneOf({ values }: FileRow, ids: ReadonlySet<string>): boolean {
  return Object.values(values).some((value) => ids.has(usableId(value?.trim()) ?? ''));
}
