import type { ClientBase } from 'pg';
import { usableId, usableUserId } from '../attribution/devices/device-identifiers.ts';
import type { DeviceIdKind } from '../platform/values/device-id-kinds.ts';
import type { ColumnMapping } from './column-mapping.ts';
import type { FileRow } from './import-row.ts';
import type { ServiceField } from './mappings/service-fields.ts';
import { columnsByField } from './normalise/row-reader.ts';

/** Waits for those that are being processed: what came of them is there afterwards. */
const LOCK_BATCHES = `
  select job_id, batch, rows from import_batches
  where customer_id = $1 and exists (
    select 1 from unnest($2::text[]) as given (id) where strpos(lower(rows), lower(id)) > 0)
  order by job_id, batch
  for update`;

const JOBS =
  'select id, app_id, column_mapping from import_jobs where customer_id = $1 and id = any($2::uuid[])';

const REPLACE_ROWS =
  'update import_batches set rows = $4 where customer_id = $1 and job_id = $2 and batch = $3';

/** Ids of a device that a file can have. */
const OWN_ID_FIELDS = ['installation_id', 'android_id', 'gaid'] as const;
const ID_FIELDS = [...OWN_ID_FIELDS, 'external_device_id'] as const;

interface Batch {
  readonly job_id: string;
  readonly batch: number;
  readonly rows: string;
}

interface Job {
  readonly id: string;
  readonly app_id: string;
  readonly column_mapping: ColumnMapping;
}

/** A row that waits to be imported. */
export interface WaitingRow {
  readonly appId: string;
  readonly values: FileRow['values'];
  /** Whom it names, as the app does; null for nobody. */
  readonly userId: string | null;
  /** Its app, and the ids of its device. */
  readonly ids: { readonly app_id: string } & Readonly<Record<DeviceIdKind, string | null>>;
  /** Ids that another platform gave its device. */
  readonly externalIds: readonly string[];
  /** Whether it names a device. */
  readonly isOfDevice: boolean;
}

/**
 * Takes rows out of what waits to be imported, where they then count as rejected.
 *
 * @param texts what a row may name to be asked about; those of one batch are asked about together.
 * @returns those that were taken.
 */
export async function takeWaitingRows(
  client: ClientBase,
  customerId: string,
  texts: readonly string[],
  isTaken: (row: WaitingRow) => boolean,
): Promise<WaitingRow[]> {
  const { rows: batches } = await client.query<Batch>(LOCK_BATCHES, [customerId, texts]);
  if (batches.length === 0) return [];
  const ids = batches.map(({ job_id }) => job_id);
  const jobs = new Map(
    (await client.query<Job>(JOBS, [customerId, ids])).rows.map((job) => [job.id, readerOf(job)]),
  );
  const taken: WaitingRow[] = [];
  for (const { job_id, batch, rows } of batches) {
    const before = taken.length;
    const left = (JSON.parse(rows) as FileRow[]).map((row) => {
      const read = jobs.get(job_id)?.(row);
      if (read === undefined || !isTaken(read)) return row;
      taken.push(read);
      return { row: row.row, values: {}, problem: 'the device was erased' };
    });
    if (taken.length > before)
      await client.query(REPLACE_ROWS, [customerId, job_id, batch, JSON.stringify(left)]);
  }
  return taken;
}

function readerOf({ app_id, column_mapping }: Job) {
  const columns = columnsByField(column_mapping);
  return ({ values }: FileRow): WaitingRow => {
    const idsOf = (field: ServiceField, usable: typeof usableId) =>
      (columns.get(field) ?? []).flatMap((column) => usable(values[column]) ?? []);
    const idOf = (field: (typeof OWN_ID_FIELDS)[number]) => idsOf(field, usableId)[0] ?? null;
    const [userId = null] = idsOf('user_id', usableUserId);
    return {
      appId: app_id,
      values,
      userId,
      ids: {
        app_id,
        installation_id: idOf('installation_id'),
        android_id: idOf('android_id'),
        gaid: idOf('gaid'),
        idfv: null,
        idfa: null,
      },
      externalIds: idsOf('external_device_id', usableId),
      isOfDevice: ID_FIELDS.some((field) => idsOf(field, usableId).length > 0),
    };
  };
}
