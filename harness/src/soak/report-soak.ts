import { createProgress } from '../command-line/progress.ts';
import { UsageError } from '../command-line/usage-error.ts';
import type { DiskKind } from '../devices/simulated-disk.ts';
import { describeFault } from './fault.ts';
import { planSchedule } from './plan-schedule.ts';
import type { ScheduleResult } from './run-schedule.ts';
import { runPart, runSoak, type SoakFailure, type SoakReport } from './run-soak.ts';

export interface Soak {
  /** The first schedule; the others follow. */
  readonly seed: number;
  /** Only this kind of storage. */
  readonly disk: DiskKind | undefined;
  readonly schedules: number;
  /** How long it runs instead of a number of schedules. */
  readonly minutes: number | undefined;
  /** The mistake that the SDK was loaded with, for the command that reproduces a failure. */
  readonly mistake: string | undefined;
}

interface Reproduction extends Pick<Soak, 'seed' | 'disk'> {
  readonly list: string;
}

/**
 * Runs random fault schedules, compares what the SDK promised with what the service stored, and prints what it finds.
 * The process will exit with 1 if a promise was broken.
 */
export async function reportSoak(soak: Soak): Promise<void> {
  const { seed, disk, schedules, minutes } = soak;
  const endsAt = Date.now() + (minutes ?? 0) * 60_000;
  const isOver = (done: number) => (minutes === undefined ? done >= schedules : Date.now() >= endsAt);
  const progress = createProgress(process.stderr);
  const report = await runSoak({
    seed,
    isOver,
    disk,
    onProgress: (soFar) => progress.show(`${soFar.schedules} schedules, ${soFar.stored} events stored`),
  });
  progress.end();
  printReport(report);
  if (!report.failure) return console.log('Every promised event was stored exactly once.');
  printFailure(report.failure, soak);
  process.exitCode = 1;
}

/** Runs one seed with these of its faults only, as a failure says how. @param list positions, such as `1,4` */
export async function reproduceSoak({ seed, disk, list }: Reproduction): Promise<void> {
  const schedule = planSchedule(seed, disk);
  const indexes = list === '' ? [] : list.split(',').map(Number);
  for (const index of indexes) {
    const fault = schedule.faults[index];
    if (!fault) throw new UsageError(`--faults: seed ${seed} has faults 0 to ${schedule.faults.length - 1}`);
    console.log(`${index}: ${describeFault(fault)}`);
  }
  const result = await runPart(schedule, indexes);
  console.log(`${result.tracked} tracked, ${result.promised} promised, ${result.stored} stored`);
  printFindings(result);
  if (result.findings.length > 0) process.exitCode = 1;
}

function printReport({ schedules, tracked, promised, stored, requests, faults }: SoakReport): void {
  console.log(`${schedules} schedules: ${tracked} events tracked, ${promised} promised, ${stored} stored`);
  const kinds = Object.entries(faults).sort(([, a], [, b]) => b - a);
  console.log(`${requests} requests; faults: ${kinds.map(([kind, count]) => `${count} ${kind}`).join(', ')}`);
}

function printFailure({ seed, faults, result }: SoakFailure, { disk, mistake }: Soak): void {
  console.log(`Seed ${seed} fails with ${faults.length} of its faults:`);
  for (const { index, fault } of faults) console.log(`  ${index}: ${describeFault(fault)}`);
  printFindings(result);
  const list = faults.map(({ index }) => index).join(',');
  const more = (disk ? ` --storage ${disk}` : '') + (mistake ? ` --break ${mistake}` : '');
  console.log(`Reproduce it with:\n  npm run harness -- soak --seed ${seed} --faults "${list}"${more}`);
}

function printFindings({ findings }: ScheduleResult): void {
  for (const { what, events } of findings) {
    const some = events.slice(0, 10).join(', ') + (events.length > 10 ? ', …' : '');
    console.log(`  WRONG: ${events.length} events ${what}: ${some}`);
  }
  if (findings.length === 0) console.log('Every promised event was stored exactly once.');
}
