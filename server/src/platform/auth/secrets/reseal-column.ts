import type { Pool } from 'pg';
import { retryConflicts } from '../../store/group-commit/retry-conflicts.ts';
import type { Keyring } from './keyring.ts';
import type { SealedColumn } from './sealed-secrets.ts';

/** The outcome for the secrets that were encrypted with another key. */
export interface Resealed {
  resealed: number;
  /** The rows, as `table id`, whose secrets no key decrypts. */
  readonly unreadable: string[];
}

/** Secrets per statement: a payload can have 256 KB. */
const PORTION = 50;

interface StaleRow {
  readonly key: readonly unknown[];
  readonly bound_to: string;
  readonly sealed: string;
}

interface RenewedRow extends StaleRow {
  readonly renewed: string;
}

/**
 * Re-encrypts the secrets of a column that are encrypted with an earlier key. Each portion is committed on its own, so
 * after a kill it is simply run again. Running instances can read and write the column meanwhile; what they write is
 * never overwritten.
 */
export async function resealColumn(pool: Pool, keyring: Keyring, column: SealedColumn): Promise<Resealed> {
  const result: Resealed = { resealed: 0, unreadable: [] };
  let after: readonly unknown[] | null = null;
  for (;;) {
    const rows: StaleRow[] = await readStale(pool, keyring, column, after);
    const last = rows.at(-1);
    if (last === undefined) return result;
    const renewed = rows.flatMap((row) => renew(keyring, column, row) ?? []);
    const readable = new Set(renewed.map(({ sealed }) => sealed));
    for (const row of rows)
      if (!readable.has(row.sealed)) result.unreadable.push(`${column.table} ${row.bound_to}`);
    result.resealed += await write(pool, column, renewed);
    after = last.key;
  }
}

function renew(keyring: Keyring, { purpose }: SealedColumn, row: StaleRow): RenewedRow | undefined {
  try {
    const secret = keyring.open(purpose, row.bound_to, row.sealed);
    return { ...row, renewed: keyring.seal(purpose, row.bound_to, secret) };
  } catch {
    return undefined;
  }
}

const keyOf = ({ key = [['id', 'uuid']] }: SealedColumn) => key;

async function readStale(
  pool: Pool,
  { sealsBeginWith }: Keyring,
  column: SealedColumn,
  after: readonly unknown[] | null,
): Promise<StaleRow[]> {
  const key = keyOf(column);
  const names = key.map(([name]) => name).join(', ');
  const place = key.map(([, type], index) => `$${index + 2}::${type}`).join(', ');
  const { rows } = await pool.query<Record<string, unknown>>(
    `select ${names}, ${column.boundTo ?? 'id'}::text as bound_to, ${column.column} as sealed
     from ${column.table}
     where not starts_with(${column.column}, $1) ${after === null ? '' : `and (${names}) > (${place})`}
     order by ${names} limit ${PORTION}`,
    [sealsBeginWith, ...(after ?? [])],
  );
  return rows.map((row) => ({
    key: key.map(([name]) => row[name]),
    bound_to: String(row.bound_to),
    sealed: String(row.sealed),
  }));
}

/** Only if the row still holds what was read. */
async function write(pool: Pool, column: SealedColumn, rows: readonly RenewedRow[]): Promise<number> {
  const key = keyOf(column);
  const types = [...key.map(([, type]) => type), 'text', 'text'];
  const arrays = types.map((type, index) => `$${index + 1}::${type}[]`).join(', ');
  const names = key.map(([name]) => name);
  const { table, column: target } = column;
  const same = names.map((name) => `${table}.${name} = renewed.${name}`).join(' and ');
  const update = `
    update ${table} set ${target} = renewed.after
    from unnest(${arrays}) as renewed (${names.join(', ')}, before, after)
    where ${same} and ${table}.${target} = renewed.before`;
  const values = [
    ...names.map((_, index) => rows.map((row) => row.key[index])),
    rows.map(({ sealed }) => sealed),
    rows.map(({ renewed }) => renewed),
  ];
  return retryConflicts(async () => (await pool.query(update, values)).rowCount ?? 0);
}
