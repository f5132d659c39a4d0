import { readMachineTime, stolenSince } from '../machine-time.ts';
import type { HistoryOwner } from './history-owner.ts';
import type { ReportRequest } from './report-requests.ts';

export interface ReportTimes {
  /** ms. */
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  readonly bytes: number;
  /** Share of the machine's CPU time that was stolen by its host during the measurement. */
  readonly stolen: number;
}

const WARM_UP = 5;

/** Requests a report over HTTP, one request after another, as a person at a screen does. */
export async function measureReport(
  owner: HistoryOwner,
  { parameters }: Pick<ReportRequest, 'parameters'>,
  requests: number,
): Promise<ReportTimes> {
  const times: number[] = [];
  const machine = readMachineTime();
  let bytes = 0;
  for (let turn = -WARM_UP; turn < requests; turn++) {
    const startedAt = performance.now();
    bytes = await owner.fetchReport(parameters);
    if (turn >= 0) times.push(performance.now() - startedAt);
  }
  times.sort((a, b) => a - b);
  const at = (share: number) =>
    times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN;
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99), bytes, stolen: stolenSince(machine) };
}
