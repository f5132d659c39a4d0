import { findMisfits, type LikenessReport } from '../../../attribution/calibration/likeness-report.ts';
import {
  CALIBRATED_COLUMNS,
  type CalibratedRow,
  storeReport,
} from '../../../attribution/calibration/store-report.ts';
import type { AdminCommand } from '../command.ts';
import { withPool } from '../with-pool.ts';

const LIST = `select name, ${CALIBRATED_COLUMNS} from apps where deleted_at is null order by created_at, id`;

/** Reports on every app now, where the service does so once a day. */
export const calibrate: AdminCommand = {
  args: [],
  help: 'asks how right likeness is in each app, by its installs that name their click',
  details:
    'Decides the newest installs of each app that name their click, at most 2,000 of 30 days, as if they did not, and\n' +
    'compares. Keeps the report with the app, as the service does daily. Changes no decision; refit adopts a table.',
  async run({ databaseUrl, clock, print, signal }) {
    await withPool(databaseUrl, 1, async (pool) => {
      const { rows } = await pool.query<CalibratedRow & { name: string }>(LIST);
      for (const app of rows) {
        if (signal.aborted) return;
        print(`${app.id}  ${app.name}`);
        for (const line of describe(await storeReport(pool, app, clock()))) print(`  ${line}`);
      }
    });
  },
};

function describe(report: LikenessReport): string[] {
  const { installs, reachable, named, right, bands, own_shares, table } = report;
  if (installs === 0) return ['no installs that name their click'];
  return [
    `table ${table}: of ${installs} installs that name their click, ${reachable} could be found by likeness; ${named} would be, ${right} of them rightly`,
    ...bands.map(
      (band) =>
        `confidence ${band.from} to ${band.to}: ${band.installs} installs, said ${band.said.toFixed(0)}, right ${((100 * band.right) / band.installs).toFixed(0)}`,
    ),
    own_shares === null ? 'too few for a table of its own' : 'a table of its own can be adopted: refit',
    ...findMisfits(report, table).map((misfit) => `warning: ${misfit}`),
  ];
}
