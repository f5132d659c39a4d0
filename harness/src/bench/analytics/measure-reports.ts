import type { SeededApp } from '../../backend/seed-apps.ts';
import type { SpawnedBackend } from '../../backend/spawned-backend.ts';
import { measureService } from '../ingest/measure-service.ts';
import { median } from '../median.ts';
import { heading, rate, row } from '../print-figures.ts';
import type { HistoryOwner } from './history-owner.ts';
import { measureReport, type ReportTimes } from './measure-report.ts';
import { QUESTIONS, REFERENCE, type ReportQuestion } from './report-questions.ts';
import { prepareSteadyLoad } from './steady-load.ts';

const ROUNDS = 3;
const ASKED = [...QUESTIONS, REFERENCE];
/** Longer than a round takes on a slow machine. */
const ROUND_SECONDS = 180;

/** Each report again and again: with nothing beside it, and while events come in at half the rate that the service can take. */
export async function measureReports(
  service: SpawnedBackend,
  owner: HistoryOwner,
  apps: readonly SeededApp[],
  requests: number,
): Promise<void> {
  heading('Reports while nothing else goes on');
  for (const question of ASKED) printTimes(question, [await measureReport(owner, question, requests)]);
  const shape = { apps, batch: 50, connections: 16 };
  const full = await measureService(service, { ...shape, requests: 3000 });
  const perSecond = full.requestsPerSecond / 2;
  const title = `Reports while ${rate(perSecond * shape.batch)} events come in a second`;
  heading(`${title}: ${ROUNDS} rounds, the one with the middle p95`);
  const rounds: ReportTimes[][] = [];
  const eventTimes: string[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const pace = { perSecond, requests: Math.ceil(perSecond * ROUND_SECONDS) };
    const load = await prepareSteadyLoad(service, shape, pace);
    load.start();
    const times: ReportTimes[] = [];
    for (const question of ASKED) times.push(await measureReport(owner, question, requests / ROUNDS));
    rounds.push(times);
    const { latencies } = await load.stop();
    eventTimes.push((latencies[Math.floor(latencies.length * 0.99)] ?? Number.NaN).toFixed(0));
  }
  for (const [index, question] of ASKED.entries())
    printTimes(
      question,
      rounds.flatMap((times) => times[index] ?? []),
    );
  row('p99 of the events meanwhile', `${eventTimes.join(' ')} ms`);
}

function printTimes({ name, limit }: ReportQuestion, rounds: readonly ReportTimes[]): void {
  const { p50, p95, p99, bytes } = median(rounds, (times) => times.p95);
  const list = (of: (times: ReportTimes) => string) => rounds.map(of).join(' ');
  row(
    name,
    `p50 ${p50.toFixed(1)} p95 ${p95.toFixed(1)} (${list((times) => times.p95.toFixed(1))}) p99 ${p99.toFixed(1)} ms  ` +
      `${rate(bytes)} bytes  ${verdict(p95, limit)}` +
      `stolen ${list(({ stolen }) => (stolen * 100).toFixed(0))} %`,
  );
}

function verdict(p95: number, limit: number | undefined): string {
  return limit === undefined ? '' : `${p95 < limit ? 'within' : 'OVER'} ${limit} ms  `;
}
