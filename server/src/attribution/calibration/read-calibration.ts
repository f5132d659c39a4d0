import type { EntityManager } from '@mikro-orm/postgresql';
import { z } from 'zod';
import type { AdoptedTable } from '../facts/adopted-table.ts';
import { likenessTable, SHIPPED_TABLE } from '../models/likeness-table.ts';
import { ADOPTABLE } from './adopt-table.ts';
import { findMisfits, type LikenessReport, likenessReport, shareTable } from './likeness-report.ts';

/** The table that an app decides by, and how well it does. */
export const calibration = z.object({
  app_id: z.uuid(),
  table: z.string().describe('The table that confidence of likeness is taken from: `1`, or `3 of the app`.'),
  chosen: z
    .enum(ADOPTABLE)
    .describe('Whose table that is: the app’s own, or the one that comes with the service.'),
  shares: shareTable.describe('That table.'),
  reported_at: z
    .number()
    .nullable()
    .describe('When the report was made, Unix ms; null before the first, within a day.'),
  report: likenessReport.nullable().describe('The last report; null before the first.'),
  misfits: z.array(z.string()).describe('What the report says against its table, in sentences.'),
});

interface CalibrationRow {
  readonly likeness_table: AdoptedTable | null;
  readonly likeness_report: LikenessReport | null;
  readonly reported_at: number | null;
}

const READ = `
  select likeness_table, likeness_report,
    case when likeness_report is not null then round(extract(epoch from likeness_reported_at) * 1000)::float8 end as reported_at
  from apps where id = ?`;

/** Reads what is known of likeness in an app. */
export async function readCalibration(
  em: EntityManager,
  appId: string,
): Promise<z.input<typeof calibration>> {
  const [row] = await em.execute<CalibrationRow[]>(READ, [appId]);
  const table = likenessTable(row?.likeness_table ?? null);
  const { name, shares } = table;
  const report = row?.likeness_report ?? null;
  return {
    app_id: appId,
    table: name,
    chosen: table === SHIPPED_TABLE ? 'shipped' : 'own',
    shares: shares.map(([share, right]) => ({ share, right })),
    reported_at: row?.reported_at ?? null,
    report,
    misfits: report ? findMisfits(report, name) : [],
  };
}
