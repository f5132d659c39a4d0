import { z } from 'zod';
import { EXPORT_TABLES } from './export-tables.ts';

const rows = (table: string) =>
  z
    .array(z.record(z.string(), z.unknown()))
    .describe(`The rows of ${table.replaceAll('_', ' ')}. Times are Unix ms.`);

/** An export, for the reference: its rows are written by the database and streamed. */
export const exportedDocument = z.object({
  exported_at: z.int(),
  ...Object.fromEntries(EXPORT_TABLES.map(({ name }) => [name, rows(name)])),
  totals: z.record(z.string(), z.int()),
});
