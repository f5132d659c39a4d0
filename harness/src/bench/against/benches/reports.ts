import type { Owner } from '../../../backend/owner.ts';
import { historyRows } from '../../import/history-rows.ts';
import { importUpload } from '../../import/import-upload.ts';
import { measureLoad } from '../../measure-load.ts';
import { type AgainstBench, measureTurn } from '../bench-side.ts';
import type { ReportLoad } from './report-load-process.ts';

/** Rows of a history of three months. */
const ROWS = 10_000;
const REQUESTS = 1500;
const FROM = '2026-01-01';
const TO = '2026-03-31';
const RESOURCES = [
  'summary',
  'installs',
  'cohorts',
  'events',
  'fraud',
  'revenue',
  'roas',
  'payments',
  'attribution_log',
];

/** Each report of the whole account and of one app, of a month and of a quarter. */
export const reports: AgainstBench = {
  unit: 'report',
  workers: true,
  async prepare({ service, accounts: [{ owner, apps }] }) {
    const [app] = apps;
    if (app === undefined) throw new Error('there are no apps');
    await importUpload(service.origin, owner, app.appId, [...historyRows(ROWS)].join(''));
  },
  measure({ service, accounts: [{ owner, apps }] }, { scale }) {
    const load: ReportLoad = {
      port: Number(new URL(service.origin).port),
      connections: 8,
      warmUp: 0.1,
      paths: listPaths(apps[0]?.appId ?? ''),
      headers: headersOf(owner),
      requests: Math.round(REQUESTS * scale),
    };
    const module = new URL('./report-load-process.ts', import.meta.url);
    return measureTurn(service, (whenWarm) => measureLoad(module, load, whenWarm));
  },
};

function listPaths(appId: string): string[] {
  return RESOURCES.flatMap((resource) =>
    [{}, { app_id: appId }].flatMap((app) =>
      [TO, '2026-01-31'].map((date_to) => {
        const parameters = new URLSearchParams({ resource, date_from: FROM, date_to, ...app });
        return `/v1/analytics?${parameters}`;
      }),
    ),
  );
}

function headersOf({ headers }: Owner): string[] {
  return Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
}
