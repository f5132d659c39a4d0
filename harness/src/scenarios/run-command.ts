import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { defineCommand } from '../command-line/command.ts';
import { createProgress } from '../command-line/progress.ts';
import type { OptionValues } from '../command-line/read-options.ts';
import { UsageError } from '../command-line/usage-error.ts';
import { checkExpectations, storedEvents, type Verdict } from './check-expectations.ts';
import { readScenario } from './read-scenario.ts';
import { htmlReport } from './report/html-report.ts';
import { jsonReport } from './report/json-report.ts';
import { junitReport } from './report/junit-report.ts';
import { type RunProgress, runScenario, type ScenarioRun } from './run-scenario.ts';
import type { OpenTarget } from './target-service.ts';
import { openMemoryTarget } from './targets/memory-target.ts';
import { openUrlTarget } from './targets/url-target.ts';

const BAR = 24;

const OPTIONS = {
  seed: { type: 'count', default: 1, about: 'the same seed plays the same run again' },
  devices: { type: 'count', from: 1, to: 10_000, about: 'instead of the number in the file' },
  url: { type: 'text', value: 'URL', about: 'against a running service, with --anon-key or --key' },
  'anon-key': {
    type: 'text',
    value: 'KEY',
    about: 'creates an account for the run, and compares what the service stores',
  },
  key: {
    type: 'text',
    value: 'svc_...',
    about: 'uses an existing app; only what the service answers is known',
  },
  'in-memory': { type: 'flag', about: "the service's checks without a database: quickest" },
  out: { type: 'text', value: 'FOLDER', default: 'harness-report', about: 'where the reports go' },
} as const;

type Values = OptionValues<typeof OPTIONS>;

/** `npm run harness -- run <file>`; with `--help` it says what it does and takes. */
export const runScenarioCommand = defineCommand({
  about: `A scenario: simulated devices, trouble, and a verdict per expectation. Takes YAML or JSON, writes report.html, report.json and
junit.xml, and exits with 1 if an expectation was missed.`,
  words: '<file>',
  options: OPTIONS,
  async run(values, [file, ...others]) {
    if (file === undefined || others.length > 0) throw new UsageError('name one scenario file');
    const scenario = await readScenario(file);
    const openTarget = await chooseTarget(values);
    const progress = createProgress(process.stderr);
    const startedAt = performance.now();
    const run = await runScenario(scenario, {
      seed: values.seed,
      openTarget,
      devices: values.devices,
      onProgress: (soFar) => progress.show(describeProgress(soFar)),
    });
    progress.end();
    const verdicts = checkExpectations(run);
    await writeReports(values.out, run, verdicts, performance.now() - startedAt);
    printVerdicts(run, verdicts, values.out);
    if (!verdicts.every(({ isMet }) => isMet)) process.exitCode = 1;
  },
});

async function chooseTarget({
  url,
  key,
  'anon-key': anonKey,
  'in-memory': inMemory,
}: Values): Promise<OpenTarget> {
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
