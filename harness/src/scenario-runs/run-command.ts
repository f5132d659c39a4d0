import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createProgress } from '../command-line/progress.ts';
import { readCount, UsageError } from '../command-line/usage-error.ts';
import { checkExpectations, storedEvents, type Verdict } from './check-expectations.ts';
import { readScenario } from './read-scenario.ts';
import { htmlReport } from './report/html-report.ts';
import { jsonReport } from './report/json-report.ts';
import { junitReport } from './report/junit-report.ts';
import { type RunProgress, runScenario, type ScenarioRun } from './run-scenario.ts';
import type { OpenTarget } from './target-service.ts';
import { openMemoryTarget } from './targets/memory-target.ts';
import { openUrlTarget } from './targets/url-target.ts';

const OPTIONS = {
  url: { type: 'string' },
  'anon-key': { type: 'string' },
  key: { type: 'string' },
  'in-memory': { type: 'boolean', default: false },
  devices: { type: 'string' },
  seed: { type: 'string', default: '1' },
  out: { type: 'string', default: 'harness-report' },
} as const;

const MAX_DEVICES = 10_000;
const BAR = 24;

/**
 * `harness run <file> [--url URL --anon-key KEY | --url URL --key svc_... | --in-memory] [--devices N] [--seed N]
 * [--out folder]`: runs a scenario, prints a verdict per expectation and writes report.html, report.json and junit.xml.
 * Exits with 1 if an expectation was missed.
 */
export async function runScenarioCommand(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({ args, options: OPTIONS, allowPositionals: true });
  const [file, ...others] = positionals;
  if (file === undefined || others.length > 0) throw new UsageError('name one scenario file');
  const scenario = await readScenario(file);
  const seed = readCount('--seed', values.seed);
  const openTarget = await chooseTarget(values);
  const progress = createProgress(process.stderr);
  const startedAt = performance.now();
  const run = await runScenario(scenario, {
    seed,
    openTarget,
    devices: readDevices(values.devices),
    onProgress: (soFar) => progress.show(describeProgress(soFar)),
  });
  progress.end();
  const verdicts = checkExpectations(run);
  await writeReports(values.out, run, verdicts, performance.now() - startedAt);
  printVerdicts(run, verdicts, values.out);
  return verdicts.every(({ isMet }) => isMet) ? 0 : 1;
}

interface TargetOptions {
  readonly url?: string | undefined;
  readonly 'anon-key'?: string | undefined;
  readonly key?: string | undefined;
  readonly 'in-memory': boolean;
}

async function chooseTarget({
  url,
  key,
  'anon-key': anonKey,
  'in-memory': inMemory,
}: TargetOptions): Promise<OpenTarget> {
  if (url === undefined) {
    if (key !== undefined || anonKey !== undefined) throw new UsageError('--key and --anon-key need --url');
    if (inMemory) return openMemoryTarget;
    return (await import('./targets/own-target.ts')).openOwnTarget;
  }
  if (inMemory) throw new UsageError('give --url or --in-memory, not both');
  if (!/^https?:$/.test(URL.parse(url)?.protocol ?? ''))
    throw new UsageError('--url must be an http or https URL');
  if ((key === undefined) === (anonKey === undefined))
    throw new UsageError(
      '--url needs --anon-key, to create an account for the run, or --key, the key of an app',
    );
  return openUrlTarget({ url, anonKey, apiKey: key });
}

function readDevices(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const devices = readCount('--devices', text);
  if (devices < 1 || devices > MAX_DEVICES) throw new UsageError(`--devices must be 1 to ${MAX_DEVICES}`);
  return devices;
}

function describeProgress({ share, tracked, answered }: RunProgress): string {
  const full = Math.round(share * BAR);
  return `[${'#'.repeat(full)}${'.'.repeat(BAR - full)}] ${tracked} events tracked, ${answered} delivered`;
}

async function writeReports(
  folder: string,
  run: ScenarioRun,
  verdicts: readonly Verdict[],
  tookMs: number,
): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'report.json'), jsonReport(run, verdicts));
  await writeFile(join(folder, 'junit.xml'), junitReport(run.scenario.name, verdicts, Math.round(tookMs)));
  await writeFile(join(folder, 'report.html'), htmlReport(run, verdicts));
}

function printVerdicts(run: ScenarioRun, verdicts: readonly Verdict[], folder: string): void {
  const tracked = run.devices.reduce((sum, { device }) => sum + device.ledger.events.length, 0);
  console.log(`${run.scenario.name}: ${run.devices.length} devices, seed ${run.seed}, ${run.target}`);
  console.log(`${tracked} events tracked, ${storedEvents(run).length} stored`);
  for (const { name, isMet, says } of verdicts)
    console.log(`  ${isMet ? 'met   ' : 'MISSED'}  ${name}: ${says}`);
  console.log(`Report: ${join(folder, 'report.html')}`);
}
