import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const MAIN = fileURLToPath(import.meta.resolve('@tributary/server/main'));
const ASK_AGAIN_MS = 50;
const PATIENCE_MS = 90_000;

/** The service as `npm start` runs it once everything is installed: with an empty data folder and its own PostgreSQL. */
export interface FreshService {
  readonly origin: string;
  close(): Promise<void>;
}

/** Resolves when it is ready. The caller closes it. */
export async function startFromNothing(): Promise<FreshService> {
  const folder = await mkdtemp(join(tmpdir(), 'tributary-first-run-'));
  const port = await freePort();
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const child = spawn(process.execPath, [MAIN], {
    env: {
      PATH,
      ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }),
      PORT: String(port),
      DATA_DIR: folder,
      LOG_LEVEL: 'warn',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk;
    });
  const origin = `http://127.0.0.1:${port}`;
  for (const until = Date.now() + PATIENCE_MS; ; await delay(ASK_AGAIN_MS)) {
    const ready = await fetch(`${origin}/readyz`).catch(() => undefined);
    if (ready?.ok) break;
    if (child.exitCode !== null || Date.now() > until) {
      child.kill('SIGKILL');
      throw new Error(`the service did not start: ${output}`);
    }
  }
  return {
    origin,
    async close() {
      if (child.exitCode === null) {
        child.kill('SIGTERM');
        await once(child, 'exit');
      }
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (address === null || typeof address === 'string') throw new Error('no port was given');
  return address.port;
}
