import { parseArgs } from 'node:util';
import { createProgress } from '../command-line/progress.ts';
import { readCount, UsageError } from '../command-line/usage-error.ts';
import type { DiskKind } from '../devices/simulated-disk.ts';
import { describeFault } from './fault.ts';
import { planSchedule } from './plan-schedule.ts';
import type { ScheduleResult } from './run-schedule.ts';
import { runPart, runSoak, type SoakFailure, type SoakReport } from './run-soak.ts';

const OPTIONS = {
  seed: { type: 'string', default: '1' },
  minutes: { type: 'string' },
  schedules: { type: 'string' },
  storage: { type: 'string' },
  faults: { type: 'string' },
  // Read before the SDK is loaded.
  break: { type: 'string' },
} as const;

const DEFAULT_SCHEDULES = 50;

/**
 * `harness soak [--minutes N | --schedules N] [--seed N] [--storage files|rows] [--faults 1,4]`: runs random fault
 * schedules and compares what the SDK promised with what the service stored. With `--faults`, runs one seed with these
 * faults only. Exits with 1 if a promise was broken.
 */
export async function runSoakCommand(args: string[]): Promise<number> {
  const { values } = parseArgs({ args, options: OPTIONS });
  const seed = readCount('--seed', values.seed);
  const disk = readDisk(values.storage);
  if (values.faults !== undefined) return runReproduction(seed, values.faults, disk);

  const minutes = values.minutes === undefined ? undefined : readCount('--minutes', values.minutes);
  const schedules = readCount('--schedules', values.schedules ?? String(DEFAULT_SCHEDULES));
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
  if (!report.failure) {
    console.log('Every promised event was stored exactly once.');
    return 0;
  }
  printFailure(report.failure, values.storage, values.break);
  return 1;
}

async function runReproduction(seed: number, list: string, disk: DiskKind | undefined): Promise<number> {
  const schedule = planSchedule(seed, disk);
  const indexes = list === '' ? [] : list.split(',').map((text) => readCount('--faults', text));
  for (const index of indexes) {
    const fault = schedule.faults[index];
    if (!fault) throw new UsageError(`--faults: seed ${seed} has faults 0 to ${schedule.faults.length - 1}`);
    console.log(`${index}: ${describeFault(fault)}`);
  }
  const result = await runPart(schedule, indexes);
  console.log(`${result.tracked} tracked, ${result.promised} promised, ${result.stored} stored`);
  printFindings(result);
  return result.findings.length > 0 ? 1 : 0;
}

function readDisk(text: string | undefined): DiskKind | undefined {
  if (text === undefined || text === 'files' || text === 'rows') return text;
  throw new UsageError('--storage must be files or rows');
}

function printReport({ schedules, tracked, promised, stored, requests, faults }: SoakReport): void {
  console.log(`${schedules} schedules: ${tracked} events tracked, ${promised} promised, ${stored} stored`);
  const kinds = Object.entries(faults).sort(([, a], [, b]) => b - a);
  console.log(`${requests} requests; faults: ${kinds.map(([kind, count]) => `${count} ${kind}`).join(', ')}`);
}

function printFailure({ seed, faults, result }: SoakFailure, storage?: string, mistake?: string): void {
  console.log(`Seed ${seed} fails with ${faults.length} of its faults:`);
  for (const { index, fault } of faults) console.log(`  ${index}: ${describeFault(fault)}`);
  printFindings(result);
  const list = faults.map(({ index }) => index).join(',');
  const more = (storage ? ` --storage ${storage}` : '') + (mistake ? ` --break ${mistake}` : '');
  console.log(`Reproduce it with:\n  npm run harness -- soak --seed ${seed} --faults "${list}"${more}`);
}

function printFindings({ findings }: ScheduleResult): void {
  for (const { what, events } of findings) {
    const some = events.slice(0, 10).join(', ') + (events.length > 10 ? ', …' : '');
    console.log(`  WRONG: ${events.length} events ${what}: ${some}`);
  }
  if (findings.length === 0) console.log('Every promised event was stored exactly once.');
}
