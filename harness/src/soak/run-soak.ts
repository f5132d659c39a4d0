import type { DiskKind } from '../devices/simulated-disk.ts';
import type { Fault } from './fault.ts';
import { planSchedule, type Schedule } from './plan-schedule.ts';
import { reduceFaults } from './reduce-faults.ts';
import { runSchedule, type ScheduleResult } from './run-schedule.ts';

export interface SoakOptions {
  /** The seed of the first schedule; the others follow. */
  readonly seed: number;
  /** Asked before each schedule, with how many have been run. */
  readonly isOver: (schedules: number) => boolean;
  /** Only this kind of storage; by default the seed chooses. */
  readonly disk?: DiskKind | undefined;
  /** Called after each schedule. */
  readonly onProgress?: (report: SoakReport) => void;
}

/** What all schedules so far have come to. */
export interface SoakReport {
  readonly schedules: number;
  readonly tracked: number;
  readonly promised: number;
  readonly stored: number;
  readonly requests: number;
  readonly faults: Readonly<Record<string, number>>;
  /** The first schedule that failed, with the fewest faults that make it fail. */
  readonly failure?: SoakFailure;
}

export interface SoakFailure {
  readonly seed: number;
  /** Positions of the faults in the seed's schedule. */
  readonly faults: readonly { readonly index: number; readonly fault: Fault }[];
  readonly result: ScheduleResult;
}

/** Runs the schedules of one seed after another until it is over or one fails, which is then reduced. */
export async function runSoak({ seed, isOver, disk, onProgress }: SoakOptions): Promise<SoakReport> {
  let report: SoakReport = { schedules: 0, tracked: 0, promised: 0, stored: 0, requests: 0, faults: {} };
  while (!isOver(report.schedules)) {
    const schedule = planSchedule(seed + report.schedules, disk);
    const result = await runSchedule(schedule);
    report = add(report, schedule, result);
    onProgress?.(report);
    if (result.findings.length > 0) return { ...report, failure: await reduce(schedule) };
  }
  return report;
}

/** Runs the schedule of a seed with some of its faults only. @param indexes their positions; by default all */
export function runPart(schedule: Schedule, indexes?: readonly number[]): Promise<ScheduleResult> {
  const faults = schedule.faults.filter((_fault, at) => indexes?.includes(at) ?? true);
  return runSchedule({ ...schedule, faults });
}

async function reduce(schedule: Schedule): Promise<SoakFailure> {
  const all = schedule.faults.map((_fault, at) => at);
  const left = await reduceFaults(all, async (part) => (await runPart(schedule, part)).findings.length > 0);
  return {
    seed: schedule.seed,
    faults: left.flatMap((index) => {
      const fault = schedule.faults[index];
      return fault ? [{ index, fault }] : [];
    }),
    result: await runPart(schedule, left),
  };
}

function add(report: SoakReport, { faults }: Schedule, result: ScheduleResult): SoakReport {
  const kinds = { ...report.faults };
  for (const fault of faults) {
    const kind = fault.kind === 'network' ? fault.condition.kind : fault.kind;
    kinds[kind] = (kinds[kind] ?? 0) + 1;
  }
  return {
    schedules: report.schedules + 1,
    tracked: report.tracked + result.tracked,
    promised: report.promised + result.promised,
    stored: report.stored + result.stored,
    requests: report.requests + result.requests,
    faults: kinds,
  };
}
