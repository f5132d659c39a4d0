import type { SeededApp } from '../../backend/seed-apps.ts';
import type { SpawnedBackend } from '../../backend/spawned-backend.ts';
import { formatNumber, printHeading, printRow } from '../../command-line/print-figures.ts';
import { measureService } from '../ingest/measure-service.ts';
import { median } from '../median.ts';
import type { HistoryOwner } from './history-owner.ts';
import { measureReport, type ReportTimes } from './measure-report.ts';
import { REFERENCE, REPORT_REQUESTS, type ReportRequest } from './report-requests.ts';
import { prepareSteadyLoad } from './steady-load.ts';

const ROUNDS = 3;
const MEASURED = [...REPORT_REQUESTS, REFERENCE];
/** More than a round takes on a slow machine. */
const ROUND_SECONDS = 180;

/** Measures each report on an idle service, and while events arrive at half the rate that the service can take. */
export async function measureReports(
  service: SpawnedBackend,
  owner: HistoryOwner,
  apps: readonly SeededApp[],
  requests: number,
): Promise<void> {
  printHeading('Reports on an idle service');
  for (const request of MEASURED) printTimes(request, [await measureReport(owner, request, requests)]);
  const shape = { apps, batch: 50, connections: 16 };
  const full = await measureService(service, { ...shape, requests: 3000 });
  const perSecond = full.requestsPerSecond / 2;
  const title = `Reports at ${formatNumber(perSecond * shape.batch)} events/s`;
  printHeading(`${title}: the round with the median p95 of ${ROUNDS}`);
  const rounds: ReportTimes[][] = [];
  const eventTimes: string[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const pace = { perSecond, requests: Math.ceil(perSecond * ROUND_SECONDS) };
    const load = await prepareSteadyLoad(service, shape, pace);
    load.start();
    const times: ReportTimes[] = [];
    for (const request of MEASURED) times.push(await measureReport(owner, request, requests / ROUNDS));
    rounds.push(times);
    const { latencies } = await load.stop();
    eventTimes.push((latencies[Math.floor(latencies.length * 0.99)] ?? Number.NaN).toFixed(0));
  }
  for (const [index, request] of MEASURED.entries())
    printTimes(
      request,
      rounds.flatMap((times) => times[index] ?? []),
    );
  printRow('p99 of the ingest requests', `${eventTimes.join(' ')} ms`);
}

function printTimes({ name, limit }: ReportRequest, rounds: readonly ReportTimes[]): void {
  const { p50, p95, p99, bytes } = median(rounds, (times) => times.p95);
  const list = (of: (times: ReportTimes) => string) => rounds.map(of).join(' ');
  printRow(
    name,
    `p50 ${p50.toFixed(1)} p95 ${p95.toFixed(1)} (${list((times) => times.p95.toFixed(1))}) p99 ${p99.toFixed(1)} ms  ` +
      `${formatNumber(bytes)} bytes  ${verdict(p95, limit)}` +
      `stolen ${list(({ stolen }) => (stolen * 100).toFixed(0))} %`,
  );
}

function verdict(p95: number, limit: number | undefined): string {
  return limit === undefined ? '' : `${p95 < limit ? 'within' : 'OVER'} ${limit} ms  `;
}
