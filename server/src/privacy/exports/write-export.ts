import type { ClientBase } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { isDistributed } from '../../platform/store/is-distributed.ts';
import { equatingAccounts } from '../../platform/store/of-account.ts';
import { beginSnapshot } from './begin-snapshot.ts';
import { EXPORT_TABLES } from './export-tables.ts';
import type { Spool } from './spool.ts';

/** How many rows of each table are in an export; where it is the requested maximum, there may be more. */
export type ExportTotals = Readonly<Record<string, number>>;

interface ExportRequest {
  readonly customerId: string;
  /** The most rows of each table. */
  readonly maxRows: number;
  /** Unix ms. */
  readonly exportedAt: number;
  /** How long it waits for the erasure of a device. */
  readonly maxErasureWaitMs: number;
}

const LINE_BREAK = 10;
const COMMA = 44;
const encoder = new TextEncoder();
const BETWEEN = Uint8Array.of(COMMA);

/** Writes the document on one line, with one network packet in memory at a time. */
export async function writeExport(
  client: ClientBase,
  spool: Spool,
  { customerId, maxRows, exportedAt, maxErasureWaitMs }: ExportRequest,
): Promise<ExportTotals> {
  const account = `${client.escapeLiteral(customerId)}::uuid`;
  const totals: Record<string, number> = {};
  await beginSnapshot(client, customerId, maxErasureWaitMs);
  await spool.write(encoder.encode(`{"exported_at":${exportedAt}`));
  const isOnNodes = await isDistributed(client);
  for (const table of EXPORT_TABLES) {
    await spool.write(encoder.encode(`,${JSON.stringify(table.name)}:[`));
    totals[table.name] = await writeRows(client, spool, table.select(account, maxRows), isOnNodes);
    await spool.write(encoder.encode(']'));
  }
  await client.query('commit');
  await spool.write(encoder.encode(`,"totals":${JSON.stringify(totals)}}`));
  return totals;
}

/**
 * Writes one row of JSON per line and replaces the line breaks between them with commas. As CSV with a quote and a
 * delimiter that occur in JSON only escaped, PostgreSQL writes each row unchanged.
 */
async function writeRows(
  client: ClientBase,
  spool: Spool,
  select: string,
  isOnNodes: boolean,
): Promise<number> {
  const text = `copy (${select}) to stdout with (format csv, quote E'\\x01', delimiter E'\\x02')`;
  const onNodes = equatingAccounts(text);
  // The form for nodes goes along for those who look at what is sent.
  const copy = Object.assign(copyTo(isOnNodes ? onNodes : text), { onNodes });
  let rows = 0;
  let isBetween = false;
  for await (const chunk of client.query(copy) as AsyncIterable<Buffer>) {
    const bytes = Buffer.from(chunk);
    for (let at = bytes.indexOf(LINE_BREAK); at !== -1; at = bytes.indexOf(LINE_BREAK, at + 1)) {
      bytes[at] = COMMA;
      rows++;
    }
    if (isBetween) await spool.write(BETWEEN);
    isBetween = chunk.at(-1) === LINE_BREAK;
    await spool.write(isBetween ? bytes.subarray(0, -1) : bytes);
  }
  return rows;
}
