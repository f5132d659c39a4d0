// Installs the dependencies once for all the starts of a checkout that need it.
import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildPages, pagesFit } from './build-pages.mjs';
import { isAlive, takeLock } from './install-lock.mjs';
import { installedFits, removeStamp, writeStamp } from './install-stamp.mjs';
import { findPageTools } from './page-tools.mjs';
import { trimNode, trimRuntime } from './trim-modules.mjs';

const say = (message) => process.stderr.write(`${message}\n`);

/** The processes of this checkout that still use the installed modules. */
function findUsers(root) {
  const folder = join(root, 'node_modules/.in-use');
  try {
    return readdirSync(folder).filter((pid) => isAlive(readFileSync(join(folder, pid), 'utf8')));
  } catch {
    return [];
  }
}

const always = ['--include=optional', '--no-audit', '--no-fund', '--loglevel=error'];
const everything = ['--include=dev', ...always];
const withoutDevelopment = ['--omit=dev', ...always];
// Adds what is missing; package.json and package-lock.json stay as they are.
const addition = (words) => ['install', '--no-save', ...words];

/** Runs npm to its end; returns its standard output if `reads` is set. */
function runNpm(root, lock, args, { reads = false } = {}) {
  const npm = process.env.npm_execpath;
  // Output goes to stderr: the program that is started afterwards owns stdout.
  const options = { cwd: root, stdio: ['ignore', reads ? 'pipe' : 2, 2] };
  const child = npm?.endsWith('.js')
    ? spawn(process.execPath, [npm, ...args], options)
    : spawn('npm', args, options);
  if (child.pid !== undefined) lock.addHolder(child.pid);
  let printed = '';
  child.stdout?.on('data', (chunk) => {
    printed += chunk;
  });
  const forward = (signal) => child.kill(signal);
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  for (const signal of signals) process.on(signal, forward);
  return new Promise((done, failed) => {
    child.on('error', (error) =>
      failed(new Error(`npm could not be run to install the dependencies: ${error.message}`)),
    );
    child.on('close', (code, signal) => {
      for (const each of signals) process.off(each, forward);
      if (code === 0) done(printed);
      else
        failed(
          new Error(
            `Installing the dependencies failed: npm ${args[0]} ended with ${signal ?? `code ${code}`}; see its messages above.`,
          ),
        );
    });
  });
}

/**
 * Whether something can be added without changing installed modules, which the service may be using: npm is asked what it
 * would do.
 */
async function canAdd(root, lock, words) {
  if (!installedFits(root, 'runtime')) return false;
  trimNode(root);
  const plan = await runNpm(root, lock, [...addition(words), '--dry-run', '--json'], { reads: true });
  try {
    // Some versions of npm also print it as text before the JSON.
    const { changed, removed } = JSON.parse(plan.slice(plan.search(/^\{/m)));
    return changed === 0 && removed === 0;
  } catch {
    return false;
  }
}

async function takeInstallLock(root, purpose) {
  const onWait = (pid) =>
    say(`Process ${pid} is installing the dependencies of this checkout; waiting for it.`);
  try {
    return await takeLock(join(root, '.install-lock'), onWait);
  } catch (error) {
    throw new Error(`${purpose}: ${error.message}`);
  }
}

/** Throws if a running process of this checkout still needs the installed modules. */
function refuseReplacing(root) {
  const users = findUsers(root);
  if (users.length === 0) return;
  throw new Error(
    `The dependencies must be reinstalled (package-lock.json has changed, or they are incomplete), but process ` +
      `${users.join(', ')} of this checkout is still using them. Stop it, then start again.`,
  );
}

async function installModules(root, set, lock) {
  if (set === 'all' && (await canAdd(root, lock, everything))) {
    say('Adding the development tools…');
    // The stamp of the runtime set stays, because an interrupted addition leaves that set unchanged.
    await runNpm(root, lock, addition(everything));
  } else {
    refuseReplacing(root);
    say('Installing the dependencies (the first start, or package-lock.json has changed)…');
    removeStamp(root);
    await runNpm(root, lock, ['ci', ...(set === 'all' ? everything : withoutDevelopment)]);
  }
  trimNode(root);
}

/** Whether the tools that build pages are installed, as they are for development. */
function hasPageTools(root) {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  return [...findPageTools(packages)].every(
    (path) => packages[path].optional || existsSync(join(root, path)),
  );
}

/** Builds the pages that are older than their sources. The service runs without them, so a failure is only reported. */
async function providePages(root, lock) {
  try {
    if (!hasPageTools(root)) {
      if (!(await canAdd(root, lock, withoutDevelopment)))
        throw new Error('their tools cannot be installed beside what runs');
      say('Adding the tools that build the pages…');
      await runNpm(root, lock, addition(withoutDevelopment));
      trimNode(root);
    }
    const pinned = join(root, 'node_modules/node/bin/node');
    await buildPages(root, existsSync(pinned) ? pinned : process.execPath, say);
  } catch (error) {
    say(`The pages are older than their sources: ${error.message}.`);
  }
}

/**
 * Brings node_modules to the state of package-lock.json and the built pages to that of their sources, waiting for another
 * start that is doing so. `set` is what the program needs: `runtime`, or `all` for development. Throws if a running process
 * still needs the installed modules, unless something is only added to them.
 */
export async function installDependencies(root, set) {
  const purpose = installedFits(root, set)
    ? 'The pages are older than their sources, and cannot be built'
    : 'The dependencies are not installed, or older than package-lock.json, and cannot be installed';
  const lock = await takeInstallLock(root, purpose);
  try {
    const fits = installedFits(root, set);
    if (fits && pagesFit(root)) return;
    if (!fits) await installModules(root, set, lock);
    const isRuntime = fits ? !installedFits(root, 'all') : set === 'runtime';
    if (!pagesFit(root)) await providePages(root, lock);
    if (isRuntime) trimRuntime(root);
    if (!fits) writeStamp(root, set);
  } finally {
    lock.release();
  }
}
