import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import type { Backend } from './backend.ts';
import { COMPILE_CACHE } from './compile-cache.ts';
import { freePort } from './free-port.ts';
import { programPath } from './program-path.ts';

const START_TIMEOUT_MS = 60_000;
const ASK_AGAIN_MS = 3000;

export interface SpawnedBackend extends Backend {
  readonly process: ChildProcess;
  /** Everything that it has printed so far. */
  output(): string;
}

/** Starts the service as a separate process with these environment variables; of this process's it gets only PATH and
 * the compile cache. Resolves when it is ready. */
export async function spawnBackend(
  env: Record<string, string>,
  timeoutMs = START_TIMEOUT_MS,
): Promise<SpawnedBackend> {
  const port = Number(env.PORT ?? (await freePort()));
  const anonKey = randomBytes(32).toString('hex');
  const serviceSecret = randomBytes(32).toString('hex');
  const child = spawn(process.execPath, [...memoryOptions(), programPath('service')], {
    env: {
      PATH: process.env.PATH,
      ...COMPILE_CACHE,
      PORT: String(port),
      ANON_KEY: anonKey,
      SERVICE_SECRET: serviceSecret,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk;
    });
  }
  const origin = `http://127.0.0.1:${port}`;
  await untilReady(origin, child, timeoutMs, () => output);
  return {
    origin,
    anonKey: env.ANON_KEY ?? anonKey,
    process: child,
    output: () => output,
    async close() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

/** The launcher's memory options, as set for this process: benches measure the service as `npm start` runs it. */
function memoryOptions(): string[] {
  return process.execArgv.filter((option) => /^--(max|concurrent|heap|no-allocation)-/.test(option));
}

async function untilReady(
  origin: string,
  child: ChildProcess,
  timeoutMs: number,
  output: () => string,
): Promise<void> {
  for (const until = Date.now() + timeoutMs; ; await delay(30)) {
    if (child.exitCode !== null || Date.now() > until)
      throw new Error(`the service did not start: ${output()}`);
    // Whatever else listens there may never answer.
    const signal = AbortSignal.timeout(ASK_AGAIN_MS);
    const ready = await fetch(`${origin}/readyz`, { signal }).catch(() => undefined);
    if (ready?.ok) return;
  }
}
