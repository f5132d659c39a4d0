import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach } from 'vitest';

// A stand-in for npm that records each run and leaves an incomplete install behind while it is working. What it installs
// replaces what is there or, with `install`, is added to it.
const npm = `
  const fs = require('node:fs');
  const words = process.argv.slice(2);
  if (words.includes('--dry-run')) {
    console.log('add tool 1.0.0\\n' + fs.readFileSync('npm-plan', 'utf8'));
    process.exit();
  }
  fs.appendFileSync('installs.log', process.pid + '\\n');
  fs.appendFileSync('npm-words', words[0] + ' ' + (words.find((word) => /dev$/.test(word)) ?? '') + '\\n');
  const mode = fs.readFileSync('npm-mode', 'utf8');
  if (words[0] === 'ci') {
    fs.rmSync('node_modules', { recursive: true, force: true });
    fs.mkdirSync('node_modules');
  }
  if (mode === 'brings spare modules')
    for (const [path, files] of Object.entries({
      a: ['index.js', 'index.js.map'],
      tester: ['index.js'],
      typescript: ['index.js'],
      'zod/src': ['index.js'],
      'zod/v4': ['index.js'],
    })) {
      fs.mkdirSync('node_modules/' + path, { recursive: true });
      for (const file of files) fs.writeFileSync('node_modules/' + path + '/' + file, '');
    }
  if (mode === 'brings page tools') {
    fs.mkdirSync('node_modules/tool', { recursive: true });
    fs.writeFileSync('node_modules/tool/index.js', 'export const title = "Guide";');
    fs.writeFileSync('node_modules/tool/package.json', '{"type":"module","main":"index.js"}');
  }
  if (mode === 'fails') process.exit(3);
  if (mode === 'hangs') setInterval(() => {}, 1000);
  else setTimeout(() => fs.writeFileSync('node_modules/complete', ''), 300);
  if (mode === 'brings node') {
    fs.mkdirSync('node_modules/node/bin', { recursive: true });
    fs.mkdirSync('node_modules/node/node_modules/docs', { recursive: true });
    fs.writeFileSync('node_modules/node/bin/node', '#!/bin/sh\\nexec ' + process.execPath + ' "$@"', { mode: 0o755 });
  }
`;

// JavaScript: taking the types out of TypeScript would be half of each start.
const program = `
  import { appendFileSync, existsSync } from 'node:fs';
  const [what, value] = process.argv.slice(2);
  if (what === 'exit') process.exitCode = Number(value);
  if (what === 'wait') {
    process.on('SIGTERM', () => {
      appendFileSync('signals', 'SIGTERM ');
      process.exit(42);
    });
    setInterval(() => {}, 1000);
  }
  console.log(JSON.stringify({ args: process.argv.slice(2), complete: existsSync('node_modules/complete') }));
  if (what === 'fork') process.getBuiltinModule('child_process').execFileSync(process.execPath,
    ['-e', 'console.log("forked: " + process.env.TRIBUTARY_LAUNCHED)'], { stdio: 'inherit' });
  if (what === 'die') process.kill(process.pid, 'SIGKILL');
`;

/** For each test of the calling file a checkout with a stand-in for npm, and ways to start its program. */
export function useCheckout() {
  let root: string;

  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'launch-'));
    for (const name of ['launch.mjs', 'end-with-launcher.mjs', 'install'])
      await cp(join(import.meta.dirname, '..', name), join(root, 'scripts', name), { recursive: true });
    await writeFile(join(root, 'package.json'), '{"type":"module"}');
    await writeFile(join(root, 'npm.js'), npm.replaceAll('require(', 'process.getBuiltinModule('));
    await writeFile(join(root, 'program.js'), program);
    await setMode('works');
    await setPlan({ changed: 0, removed: 0 });
    await setLock('1.0.0');
  });

  afterEach(() => rm(root, { recursive: true, force: true }));

  const setMode = (mode: string) => writeFile(join(root, 'npm-mode'), mode);
  const setPlan = (plan: object) => writeFile(join(root, 'npm-plan'), JSON.stringify(plan));
  const npmWords = async () => (await readFile(join(root, 'npm-words'), 'utf8')).trim().split('\n');
  const setLock = (version: string) =>
    writeFile(
      join(root, 'package-lock.json'),
      JSON.stringify({ packages: { 'node_modules/a': { version } } }),
    );
  const installs = async () =>
    (await readFile(join(root, 'installs.log'), 'utf8')).trim().split('\n').map(Number);

  function launchWith(options: string[], ...args: string[]): ChildProcess {
    const env = { ...process.env, npm_execpath: join(root, 'npm.js') };
    return spawn(process.execPath, ['scripts/launch.mjs', ...options, 'program.js', ...args], {
      cwd: root,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  }

  return {
    /** A path in the checkout. */
    path: (...parts: string[]) => join(root, ...parts),
    setMode,
    setPlan,
    setLock,
    installs,
    npmWords,
    launch: (...args: string[]) => launchWith([], ...args),
    develop: (...args: string[]) => launchWith(['--development'], ...args),
    launchWith,
  };
}

/** The output of a start, and how it ended. */
export async function finish(child: ChildProcess) {
  const { stdout, stderr } = child;
  if (!stdout || !stderr) throw new Error('the output is not piped');
  const ended = once(child, 'exit');
  const [out, err] = await Promise.all([text(stdout), text(stderr)]);
  const [code, signal] = await ended;
  return { out, err, code, signal };
}
