import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url));

/** Runs the harness's command line as a process; `out` is everything that it printed. */
export async function runHarness(...args: string[]): Promise<{ code: number | null; out: string }> {
  const child = spawn(process.execPath, ['--no-warnings', MAIN, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'exit');
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
  await ended;
  return { code: child.exitCode, out: out + err };
}
