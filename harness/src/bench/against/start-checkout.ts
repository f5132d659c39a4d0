import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { freePort } from '../../backend/free-port.ts';
import { listTree } from '../../processes/list-tree.ts';
import { readFamilyMicros } from '../../processes/process-usage.ts';
import type { MeasuredService } from './measured-service.ts';

const START_TIMEOUT_MS = 120_000;
/** The same at each start on a folder of data: a service keeps what it encrypted with the first. */
const ANON_KEY = 'an-anon-key-that-only-a-comparison-ever-uses';
const SERVICE_SECRET = 'a-service-secret-that-only-a-comparison-uses';
const POSTGRES = /^(?!\/bin\/sh).*bin\/postgres -D/;

/**
 * Starts the service of a checkout as its `npm start` does, with the PostgreSQL that comes with it, but for installing
 * modules and building pages. It ends with this process, however that ends.
 *
 * @param options.root the checkout, with its modules
 */
export async function startCheckout(options: {
  root: string;
  dataDir: string;
  workers: boolean;
}): Promise<MeasuredService> {
  const { root, dataDir, workers } = options;
  const port = await freePort();
  const pinned = join(root, 'node_modules/node/bin/node');
  const end = pathToFileURL(join(root, 'scripts/end-with-launcher.mjs')).href;
  const program = [...readNodeOptions(root), '--import', end, join(root, 'server/src/main.ts')];
  const child = spawn(existsSync(pinned) ? pinned : process.execPath, program, {
    cwd: root,
    // Ctrl-C is for this process, which ends it in its turn.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      TRIBUTARY_LAUNCHED: '1',
      NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/node-compile-cache'),
      PORT: String(port),
      DATA_DIR: dataDir,
      ANON_KEY,
      SERVICE_SECRET,
      TRUST_PROXY: '1',
      LOG_LEVEL: 'warn',
      WORKERS: workers ? '1' : '0',
    },
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => {
      printed += chunk;
    });
  const close = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGTERM');
    await once(child, 'exit');
  };
  const origin = `http://127.0.0.1:${port}`;
  for (const until = Date.now() + START_TIMEOUT_MS; ; await pause(50)) {
    const ready = await fetch(`${origin}/readyz`).catch(() => undefined);
    await ready?.body?.cancel();
    if (ready?.ok) break;
    if (child.exitCode === null && Date.now() < until) continue;
    await close();
    throw new Error(`the service in ${root} does not start: ${printed}`);
  }
  const pid = child.pid ?? 0;
  const postgres = listTree(pid).find(({ args }) => POSTGRES.test(args))?.pid;
  if (postgres === undefined) throw new Error(`the service in ${root} has no PostgreSQL of its own`);
  return {
    origin,
    anonKey: ANON_KEY,
    usedMicros: () => readFamilyMicros(pid) + readFamilyMicros(postgres),
    close,
  };
}

/** Node's flags as the launcher of that checkout gives them: they are part of what is compared. */
function readNodeOptions(root: string): string[] {
  const launcher = readFileSync(join(root, 'scripts/launch.mjs'), 'utf8');
  const [, list] = /const nodeOptions = \[([^\]]*)\]/.exec(launcher) ?? [];
  if (list === undefined)
    throw new Error(`${root}/scripts/launch.mjs does not say with which flags Node runs`);
  return [...list.matchAll(/'(--[^']+)'/g)].map(([, flag = '']) => flag);
}
