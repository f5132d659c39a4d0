import { spawn } from 'node:child_process';
import { join } from 'node:path';

/** A mistake that makes the tests go on for ever is found, too. */
const TIMEOUT_MS = 300_000;

interface Suite {
  /** A package's folder. */
  readonly cwd: string;
  readonly databaseUrl: string;
  readonly tests: readonly string[];
}

/** Runs the tests below these paths up to the first that fails. Resolves to whether all pass. */
export function runSuite({ cwd, databaseUrl, tests }: Suite): Promise<boolean> {
  const vitest = join(cwd, '../node_modules/vitest/vitest.mjs');
  const args = [
    vitest,
    'run',
    '--bail=1',
    '--passWithNoTests',
    '--testTimeout=30000',
    '--reporter=dot',
    ...tests,
  ];
  const child = spawn(process.execPath, args, {
    cwd,
    env: { ...process.env, TEST_DATABASE_URL: databaseUrl },
    stdio: 'ignore',
    detached: true,
  });
  const endAll = () => process.kill(-(child.pid ?? 0), 'SIGKILL');
  const timer = setTimeout(endAll, TIMEOUT_MS);
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (code) => {
      clearTimeout(timer);
      resolve(code === 0);
    });
  });
}
