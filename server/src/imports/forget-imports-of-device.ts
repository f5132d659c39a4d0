import type { ClientBase } from 'pg';
import { usableId } from '../attribution/devices/device-identifiers.ts';
import { DEVICE_ID_KINDS } from '../platform/values/device-id-kinds.ts';
import { shortened } from './normalise/row-reader.ts';
import { takeWaitingRows, type WaitingRow } from './take-waiting-rows.ts';

/** With those that other platforms gave the devices that are known by them. */
const WITH_EXTERNAL_IDS = `
  with given as (
    select distinct app_id, device_id from device_ids
    where customer_id = $1 and app_id in (select id from apps where customer_id = $1)
      and kind in (${DEVICE_ID_KINDS.map((kind) => `'${kind}'`).join(', ')}) and value = any($2::text[])
  )
  select value from given join device_ids ids using (app_id, device_id)
  where ids.customer_id = $1 and ids.kind = 'external_id'`;

const FORGET_ERRORS = `
  update import_errors set value = null
  where customer_id = $1 and lower(value) in (select lower(id) from unnest($2::text[]) as given (id))`;

/**
 * Takes a device out of the rows that wait to be imported, where it then counts as rejected, and out of the errors of
 * rows. An id that another platform gave it, which nothing but a waiting row says, counts as one of its ids.
 *
 * @param ids its ids, as usableId writes them.
 * @returns how many rows and errors, and the rows.
 */
export async function forgetImportsOfDevice(
  client: ClientBase,
  customerId: string,
  ids: readonly string[],
): Promise<{ erased: { import_batches: number; import_errors: number }; rows: readonly WaitingRow[] }> {
  const external = await client.query<{ value: string }>(WITH_EXTERNAL_IDS, [customerId, ids]);
  const known = new Set([...ids, ...external.rows.map(({ value }) => value)]);
  const taken: WaitingRow[] = [];
  for (let fresh = [...known]; fresh.length > 0; ) {
    const wanted = new Set(fresh);
    const rows = await takeWaitingRows(client, customerId, fresh, (row) => namesOneOf(row, wanted));
    taken.push(...rows);
    fresh = [...new Set(rows.flatMap(({ externalIds }) => externalIds))].filter((id) => !known.has(id));
    for (const id of fresh) known.add(id);
  }
  const errors = await client.query(FORGET_ERRORS, [customerId, [...known].map(shortened)]);
  return { erased: { import_batches: taken.length, import_errors: errors.rowCount ?? 0 }, rows: taken };
}

function namesOneOf({ values }: WaitingRow, ids: ReadonlySet<string>): boolean {
  return Object.values(values).some((value) => ids.has(usableId(value?.trim()) ?? ''));
}
