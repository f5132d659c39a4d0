// Starts one of the project's TypeScript programs: `node scripts/launch.mjs [options] <script.ts> [arguments]`.
//
// With --development the development tools are installed as well as what the service needs. With --end-with-parent the
// program is asked to stop when the calling process is gone. That is npm, which passes on SIGTERM and SIGINT but not
// SIGHUP, and has no time to pass on anything when it dies of kill -9.
//
// This file and those in install/ run before anything is installed, and on older Node versions: plain JavaScript
// without dependencies. They make sure that the modules match package-lock.json; then the pinned Node takes over.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { pagesFit } from './install/build-pages.mjs';
import { identify } from './install/install-lock.mjs';
import { installedFits } from './install/install-stamp.mjs';

// What compiles on another thread may wait for a garbage collection, which a main thread that has begun to exit never
// makes while it waits for that thread: once in some hundred runs the launcher hung after its program had ended.
setFlagsFromString('--no-concurrent-recompilation');

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const pinnedNode = join(root, 'node_modules/node/bin/node');
const endWithLauncher = new URL('end-with-launcher.mjs', import.meta.url).href;
const oldestNode = [22, 18];
const parent = process.ppid;
const endSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/**
 * By default Node keeps memory that it does not need, and collects garbage on every core at once. With two cores, one
 * of which PostgreSQL needs, requests then waited a tenth of a second every few seconds. Objects waiting for a commit
 * also look long-lived to V8, which then allocates them in the old generation (allocation-site pretenuring) at a
 * quarter of the CPU per event. See decisions/008-node-flags-and-memory.md.
 */
const nodeOptions = [
  '--disable-warning=ExperimentalWarning',
  '--max-semi-space-size=32',
  '--max-old-space-size=800',
  '--concurrent-marking-max-worker-num=1',
  '--heap-growing-percent=50',
  '--no-allocation-site-pretenuring',
];

/** Prints an error and exits. */
function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

/** Records that this process uses the modules, so that no later start replaces them while it runs. */
function registerUse() {
  const folder = join(root, 'node_modules/.in-use');
  const note = join(folder, String(process.pid));
  try {
    mkdirSync(folder, { recursive: true });
    writeFileSync(note, identify(process.pid));
    process.on('exit', () => rmSync(note, { force: true }));
  } catch {
    // The checkout belongs to another user; this user cannot reinstall its modules either.
  }
}

function ownNodeIsNewEnough() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  return major > oldestNode[0] || (major === oldestNode[0] && minor >= oldestNode[1]);
}

function refuseOldNode(reason) {
  fail(
    `This needs Node ${oldestNode.join('.')} or later and this is ${process.versions.node}. ${reason}\n` +
      `The pinned Node normally comes with the install: remove node_modules and start again (with install scripts ` +
      `allowed, that is without npm's ignore-scripts and omit=optional), or use a newer Node.`,
  );
}

/** Calls back once when the process that started this one is gone; not every system reports that. */
function watchParent(onGone) {
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    onGone();
  }, 500);
  timer.unref();
}

function run(node, { script, args, endsWithParent }, onUnusable) {
  const env = {
    ...process.env,
    TRIBUTARY_LAUNCHED: '1',
    PATH: `${join(root, 'node_modules/.bin')}${delimiter}${process.env.PATH ?? ''}`,
    NODE_COMPILE_CACHE:
      process.env.NODE_COMPILE_CACHE ?? join(root, 'node_modules/.cache/node-compile-cache'),
  };
  const options = [...nodeOptions, '--import', endWithLauncher, resolve(root, script), ...args];
  // The channel carries nothing: it closes when this process ends, however it ends, which informs the program.
  const child = spawn(node, options, { stdio: ['inherit', 'inherit', 'inherit', 'ipc'], env });
  child.on('error', onUnusable);
  // The terminal and npm signal the child as well; a program here ignores a second signal.
  for (const signal of endSignals) process.on(signal, () => child.kill(signal));
  if (endsWithParent) watchParent(() => child.kill('SIGTERM'));
  child.on('exit', (code, signal) => {
    if (signal === null) process.exit(code ?? 1);
    // The caller sees the program's own exit status; the exit code is for signals that do not kill.
    for (const each of endSignals) process.removeAllListeners(each);
    process.exitCode = 128 + constants.signals[signal];
    rmSync(join(root, 'node_modules/.in-use', String(process.pid)), { force: true });
    process.kill(process.pid, signal);
  });
}

/** Installs what the program needs, and builds the pages that it may serve; it also runs without those. */
async function prepare(needs) {
  if (installedFits(root, needs) && pagesFit(root)) return;
  const { installDependencies } = await import('./install/install-dependencies.mjs');
  await installDependencies(root, needs).catch((error) => {
    if (!installedFits(root, needs)) fail(error.message);
    process.stderr.write(`${error.message}\n`);
  });
}

async function launch(program) {
  await prepare(program.needs);
  registerUse();
  const runOwn = (reason) =>
    ownNodeIsNewEnough()
      ? run(process.execPath, program, (error) => fail(error.message))
      : refuseOldNode(reason);
  if (!existsSync(pinnedNode)) runOwn(`The pinned Node (${pinnedNode}) does not exist.`);
  else
    run(pinnedNode, program, (error) =>
      runOwn(`The pinned Node (${pinnedNode}) does not run here: ${error.message}.`),
    );
}

const words = process.argv.slice(2);
const options = new Set();
while (words[0]?.startsWith('--')) options.add(words.shift());
const endsWithParent = options.delete('--end-with-parent');
const needs = options.delete('--development') ? 'all' : 'runtime';
const [script, ...args] = words;
if (script === undefined || options.size > 0)
  fail('Usage: node scripts/launch.mjs [--end-with-parent] [--development] <script.ts> [arguments]');
else await launch({ script, args, endsWithParent, needs });
