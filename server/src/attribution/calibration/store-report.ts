import type { Pool } from 'pg';
import type { AdoptedTable } from '../facts/adopted-table.ts';
import { attributionSettings } from '../facts/attribution-settings.ts';
import { calibrateApp } from './calibrate-app.ts';
import type { LikenessReport } from './likeness-report.ts';

/** An app as its row has it. */
export interface CalibratedRow {
  readonly id: string;
  readonly customer_id: string;
  readonly settings: unknown;
  readonly privacy_mode: string;
  readonly likeness_table: AdoptedTable | null;
}

export const CALIBRATED_COLUMNS = 'id, customer_id, settings, privacy_mode, likeness_table';

const STORE = {
  name: 'store-likeness-report',
  text: 'update apps set likeness_report = $2, likeness_reported_at = $3 where id = $1',
};

/**
 * Asks how likeness does in an app, and keeps the answer with it.
 *
 * @param now Unix ms.
 */
export async function storeReport(pool: Pool, app: CalibratedRow, now: number): Promise<LikenessReport> {
  const settings = attributionSettings(app.settings, app.privacy_mode, app.likeness_table);
  const report = await calibrateApp(pool, { id: app.id, customerId: app.customer_id, settings }, now);
  await pool.query({ ...STORE, values: [app.id, JSON.stringify(report), new Date(now).toISOString()] });
  return report;
}
