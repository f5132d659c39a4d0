import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { describe, expect, type TestContext, test } from 'vitest';
import { runDemo } from './run-demo.ts';

const ROOT = join(import.meta.dirname, '../../..');
/** Its story has payments and a refund within five days. */
const SMALL = { days: 5, devices: 40, seed: 8, port: undefined, once: true };
const NOW = Date.UTC(2026, 5, 15, 12);
const never = { received: new Promise<void>(() => {}), give: () => {} };

/** A temporary folder that is given to a demo, to see what it leaves there. */
async function temporaryFolder({ onTestFinished }: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'demo-test-'));
  await chmod(folder, 0o711);
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

interface RunningDemo {
  readonly process: ChildProcess;
  /** Waits for a text among everything that is printed, and returns that. */
  printed(text: string): Promise<string>;
  /** Sends Ctrl-C, to the process group as a terminal does; returns the exit code. */
  interrupt(): Promise<number | null>;
}

function startDemo({ onTestFinished }: TestContext, command: string, temporary: string): RunningDemo {
  const child = spawn('bash', ['-c', `exec ${command}`], {
    cwd: ROOT,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, TMPDIR: temporary },
  });
  const ended = once(child, 'exit');
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk;
    });
  onTestFinished(() => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
  });
  return {
    process: child,
    async printed(text) {
      while (!output.includes(text)) {
        if (child.exitCode !== null) throw new Error(`the demo ended: ${output}`);
        await delay(20);
      }
      return output;
    },
    async interrupt() {
      process.kill(-(child.pid ?? 0), 'SIGINT');
      await ended;
      return child.exitCode;
    },
  };
}

/** What there is in the folder, apart from npm's own cache. */
async function leftIn(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter((name) => name !== 'node-compile-cache');
}

/** Processes that name the folder; those of an interrupted demo may take a moment to end. */
async function untilNoProcessNames(folder: string): Promise<void> {
  const isNamed = () => execFileSync('ps', ['-eo', 'args='], { encoding: 'utf8' }).includes(folder);
  while (isNamed()) await delay(50);
}

async function readmeCommand(): Promise<string> {
  const readme = await readFile(join(ROOT, 'README.md'), 'utf8');
  const [, section = ''] = readme.split('## See it with data');
  return /^```sh\n(npm run demo[^\n#]*)/m.exec(section)?.[1]?.trim() ?? '';
}

describe('the demo', () => {
  test('plays what the reports then say', async () => {
    const written: string[] = [];
    const { tally, summary, differences } = await runDemo({
      options: SMALL,
      output: { write: (text) => written.push(text) },
      stop: never,
      now: () => NOW,
    });
    expect(differences).toEqual([]);
    expect(summary.installs).toBe(tally.installs);
    expect(tally.installs).toBeGreaterThan(25);
    expect(summary.revenue).toMatchObject({
      USD: {
        count: tally.payments,
        gross: tally.grossCents / 100,
        refunded: tally.refundedCents / 100,
      },
    });
    expect(tally).toMatchObject({ payments: 9, refunds: 1 });
    expect(summary.postbacksByStatus.sent).toBeGreaterThan(0);
    expect(Object.keys(summary.flagsByRule)).not.toEqual([]);
    expect(Object.keys(summary.installsByChannel).length).toBeGreaterThan(4);
    expect(written.join('')).toMatch(/^ {2}organic +\d+ {2}█+$/m);
    expect(written.join('')).toContain('The reports agree with what was played.');
  });

  // The others run at the same time, as demos can.
  test.concurrent('runs as the README shows, serves what it prints, and leaves nothing behind', async (context) => {
    const { expect } = context;
    const temporary = await temporaryFolder(context);
    const command = await readmeCommand();
    expect(command).toMatch(/^npm run demo -- --days \d/);
    const demo = startDemo(context, command, temporary);
    const printed = await demo.printed('Ctrl-C stops it');
    const [commands = ''] = /^TOKEN=.*?(?=\n\nCtrl-C)/ms.exec(printed) ?? [];
    const { stdout } = await promisify(execFile)('bash', [
      '-euc',
      commands.replaceAll('\ncurl', '\necho; curl'),
    ]);
    const [, summary = '', log = '', postbacks = ''] = stdout.split('\n');
    const [, installs] = /Installs by channel \((\d+) in all/.exec(printed) ?? [];
    expect(JSON.parse(summary)).toMatchObject({ total_installs: Number(installs) });
    expect(JSON.parse(log)).toHaveProperty('attributions');
    expect(JSON.parse(postbacks).items.length).toBeGreaterThan(0);
    expect(await demo.interrupt()).toBe(0);
    await untilNoProcessNames(temporary);
    expect(await leftIn(temporary)).toEqual([]);
  });

  test.concurrent.for(['Starting the service', 'day 1 of 3'])(
    'leaves nothing behind if it is interrupted at: %s',
    async (moment, context) => {
      const { expect } = context;
      const temporary = await temporaryFolder(context);
      const demo = startDemo(context, 'npm run demo -- --days 3 --devices 30', temporary);
      await demo.printed(moment);
      expect(await demo.interrupt()).toBe(130);
      await untilNoProcessNames(temporary);
      expect(await leftIn(temporary)).toEqual([]);
    },
  );
});
