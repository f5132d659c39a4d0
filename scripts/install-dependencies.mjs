// Runs `npm ci` once for all the starts of a checkout that need it.
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isAlive, takeLock } from './install-lock.mjs';
import { installedFits, removeStamp, writeStamp } from './install-stamp.mjs';

const say = (message) => process.stderr.write(`${message}\n`);

/** The processes of this checkout that still run on the modules that are there. */
function findUsers(root) {
  const folder = join(root, 'node_modules/.in-use');
  try {
    return readdirSync(folder).filter((pid) => isAlive(readFileSync(join(folder, pid), 'utf8')));
  } catch {
    return [];
  }
}

function runNpm(root, lock) {
  const args = ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error'];
  const npm = process.env.npm_execpath;
  // Output goes to stderr: the program that is started afterwards owns stdout.
  const options = { cwd: root, stdio: ['ignore', 2, 2] };
  const child = npm?.endsWith('.js')
    ? spawn(process.execPath, [npm, ...args], options)
    : spawn('npm', args, options);
  if (child.pid !== undefined) lock.addHolder(child.pid);
  const forward = (signal) => child.kill(signal);
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  for (const signal of signals) process.on(signal, forward);
  return new Promise((done, failed) => {
    child.on('error', (error) =>
      failed(new Error(`npm could not be run to install the dependencies: ${error.message}`)),
    );
    child.on('exit', (code, signal) => {
      for (const each of signals) process.off(each, forward);
      if (code === 0) done();
      else
        failed(
          new Error(
            `Installing the dependencies failed: npm ci ended with ${signal ?? `code ${code}`}; its messages stand above.`,
          ),
        );
    });
  });
}

async function takeInstallLock(root) {
  const onWait = (pid) =>
    say(`Process ${pid} is installing the dependencies of this checkout; waiting for it.`);
  try {
    return await takeLock(join(root, '.install-lock'), onWait);
  } catch (error) {
    throw new Error(
      `The dependencies are not installed, or older than package-lock.json, and cannot be installed: ${error.message}`,
    );
  }
}

/**
 * Brings node_modules to the state of package-lock.json, waiting for another start that is doing so.
 * Throws where a running process of this checkout still needs the modules that are there.
 */
export async function installDependencies(root) {
  const lock = await takeInstallLock(root);
  try {
    if (installedFits(root)) return;
    const users = findUsers(root);
    if (users.length > 0) {
      throw new Error(
        `package-lock.json has changed, and process ${users.join(', ')} of this checkout still runs on the modules ` +
          `installed before. Stop it, then start again.`,
      );
    }
    say('Installing the dependencies (the first start, or package-lock.json has changed)…');
    removeStamp(root);
    await runNpm(root, lock);
    writeStamp(root);
  } finally {
    lock.release();
  }
}
