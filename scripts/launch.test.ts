import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

let root: string;

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
  if (mode === 'fails') process.exit(3);
  if (mode === 'hangs') setInterval(() => {}, 1000);
  else setTimeout(() => fs.writeFileSync('node_modules/complete', ''), 300);
  if (mode === 'brings node') {
    fs.mkdirSync('node_modules/node/bin', { recursive: true });
    fs.mkdirSync('node_modules/node/node_modules/docs', { recursive: true });
    fs.writeFileSync('node_modules/node/bin/node', '#!/bin/sh\\nexec ' + process.execPath + ' "$@"', { mode: 0o755 });
  }
`;

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

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'launch-'));
  const launcher = [
    'launch',
    'install-stamp',
    'install-lock',
    'install-dependencies',
    'trim-modules',
    'end-with-launcher',
  ];
  for (const name of launcher)
    await cp(join(import.meta.dirname, `${name}.mjs`), join(root, 'scripts', `${name}.mjs`));
  await writeFile(join(root, 'package.json'), '{"type":"module"}');
  await writeFile(join(root, 'npm.js'), npm.replaceAll('require(', 'process.getBuiltinModule('));
  await writeFile(join(root, 'program.ts'), program);
  await setMode('works');
  await setPlan({ changed: 0, removed: 0 });
  await setLock('1.0.0');
});

afterEach(() => rm(root, { recursive: true, force: true }));

const setMode = (mode: string) => writeFile(join(root, 'npm-mode'), mode);
const setPlan = (plan: object) => writeFile(join(root, 'npm-plan'), JSON.stringify(plan));
const npmWords = async () => (await readFile(join(root, 'npm-words'), 'utf8')).trim().split('\n');
const setLock = (version: string) =>
  writeFile(join(root, 'package-lock.json'), JSON.stringify({ packages: { 'node_modules/a': { version } } }));
const installs = async () =>
  (await readFile(join(root, 'installs.log'), 'utf8')).trim().split('\n').map(Number);

const launch = (...args: string[]) => launchWith([], ...args);
const develop = (...args: string[]) => launchWith(['--development'], ...args);

function launchWith(options: string[], ...args: string[]): ChildProcess {
  const env = { ...process.env, npm_execpath: join(root, 'npm.js') };
  return spawn(process.execPath, ['scripts/launch.mjs', ...options, 'program.ts', ...args], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** The output of a start, and how it ended. */
async function finish(child: ChildProcess) {
  const { stdout, stderr } = child;
  if (!stdout || !stderr) throw new Error('the output is not piped');
  const ended = once(child, 'exit');
  const [out, err] = await Promise.all([text(stdout), text(stderr)]);
  const [code, signal] = await ended;
  return { out, err, code, signal };
}

async function untilInstalling(count: number): Promise<number> {
  for (;;) {
    const pids = await installs().catch(() => []);
    const last = pids[count - 1];
    if (last !== undefined) return last;
    await delay(10);
  }
}

test('the first start installs the dependencies, the second does not', async () => {
  const first = await finish(launch('one', 'two'));
  expect(JSON.parse(first.out)).toEqual({ args: ['one', 'two'], complete: true });
  expect(first.err).toContain('Installing the dependencies');
  expect(await finish(launch())).toMatchObject({ err: '', code: 0 });
  expect(await installs()).toHaveLength(1);
});

test('of several simultaneous first starts one installs, and all run on the complete install', async () => {
  const ends = await Promise.all([1, 2, 3, 4].map(() => finish(launch())));
  for (const { out } of ends) expect(JSON.parse(out).complete).toBe(true);
  expect(await installs()).toHaveLength(1);
});

test('an install that was killed is run again', async () => {
  await setMode('hangs');
  const first = launch();
  const npmPid = await untilInstalling(1);
  first.kill('SIGKILL');
  await once(first, 'exit');
  await setMode('works');
  const second = launch();
  // npm survives its launcher; while it runs, no other start installs.
  const [line] = await once(second.stderr ?? second, 'data');
  expect(String(line)).toContain(`Process ${npmPid} is installing`);
  process.kill(npmPid, 'SIGKILL');
  expect(JSON.parse((await finish(second)).out).complete).toBe(true);
  expect(await installs()).toHaveLength(2);
});

test('the modules of a running process are left alone', async () => {
  const running = launch('wait');
  await once(running.stdout ?? running, 'data');
  await setLock('2.0.0');
  const second = await finish(launch());
  expect(second).toMatchObject({ code: 1, out: '' });
  expect(second.err).toContain(`process ${running.pid} of this checkout is still using them`);
  running.kill('SIGTERM');
  await once(running, 'exit');
  expect((await finish(launch())).code).toBe(0);
  expect(await installs()).toHaveLength(2);
});

test('a failed install is reported, and the next start tries again', async () => {
  await setMode('fails');
  const first = await finish(launch());
  expect(first).toMatchObject({ code: 1, out: '' });
  expect(first.err).toContain('npm ci ended with code 3');
  await setMode('works');
  expect((await finish(launch())).code).toBe(0);
});

test('dependencies installed by hand with npm are accepted', async () => {
  await finish(launch());
  await setLock('2.0.0');
  const record = { packages: { 'node_modules/a': { version: '2.0.0' } } };
  await writeFile(join(root, 'node_modules/.package-lock.json'), JSON.stringify(record));
  await mkdir(join(root, 'node_modules/a'));
  expect((await finish(launch())).code).toBe(0);
  expect(await installs()).toHaveLength(1);
});

test('a folder that is missing although npm has installed it is installed', async () => {
  await finish(launch());
  await setLock('2.0.0');
  const record = { packages: { 'node_modules/a': { version: '2.0.0' } } };
  await writeFile(join(root, 'node_modules/.package-lock.json'), JSON.stringify(record));
  expect((await finish(launch())).code).toBe(0);
  expect(await installs()).toHaveLength(2);
});

describe('the development tools', () => {
  test('are left out of what the service needs, and added when they are wanted', async () => {
    await finish(launch());
    expect((await finish(develop())).code).toBe(0);
    expect(await finish(launch())).toMatchObject({ err: '', code: 0 });
    expect(await finish(develop())).toMatchObject({ err: '', code: 0 });
    expect(await npmWords()).toEqual(['ci --omit=dev', 'install --include=dev']);
  });

  test('come at once where they are wanted first', async () => {
    await finish(develop());
    expect(await finish(launch())).toMatchObject({ err: '', code: 0 });
    expect(await npmWords()).toEqual(['ci --include=dev']);
  });

  test('are added while a process is running, unless that would change what it runs on', async () => {
    const running = launch('wait');
    await once(running.stdout ?? running, 'data');
    await setPlan({ changed: 1, removed: 0 });
    expect((await finish(develop())).err).toContain(
      `process ${running.pid} of this checkout is still using them`,
    );
    await setPlan({ changed: 0, removed: 0 });
    expect((await finish(develop())).code).toBe(0);
    running.kill('SIGTERM');
    await once(running, 'exit');
    expect(await npmWords()).toEqual(['ci --omit=dev', 'install --include=dev']);
  });

  test('replace everything where they cannot be added', async () => {
    await finish(launch());
    await setPlan({ changed: 0, removed: 1 });
    expect((await finish(develop())).code).toBe(0);
    expect(await npmWords()).toEqual(['ci --omit=dev', 'ci --include=dev']);
  });

  test('that could not be added leave the service what it needs', async () => {
    await finish(launch());
    await setMode('fails');
    expect((await finish(develop())).err).toContain('npm install ended with code 3');
    expect(await finish(launch())).toMatchObject({ err: '', code: 0 });
  });
});

test('of the pinned Node only the program is kept', async () => {
  await setMode('brings node');
  expect((await finish(launch())).code).toBe(0);
  expect(await readdir(join(root, 'node_modules/node'))).toEqual(['bin']);
  expect((await finish(launch())).code).toBe(0);
});

describe('what npm installs in vain', () => {
  beforeEach(async () => {
    await setMode('brings spare modules');
    const packages = {
      'node_modules/a': {},
      'node_modules/tester': { devOptional: true },
      'node_modules/typescript': {},
    };
    await writeFile(join(root, 'package-lock.json'), JSON.stringify({ packages }));
  });
  const files = async () => {
    const found = await readdir(join(root, 'node_modules'), { recursive: true });
    return found.filter((path) => path.includes('index.js')).sort();
  };

  test('is removed from what a service needs', async () => {
    expect((await finish(launch())).code).toBe(0);
    expect(await files()).toEqual(['a/index.js', 'zod/v4/index.js']);
    await rm(join(root, 'node_modules/.installed'));
    const packages = { 'node_modules/a': {}, 'node_modules/tester': { devOptional: true } };
    await writeFile(join(root, 'node_modules/.package-lock.json'), JSON.stringify({ packages }));
    expect((await finish(launch())).code).toBe(0);
    expect(await installs()).toHaveLength(1);
  });

  test('stays for development', async () => {
    expect((await finish(develop())).code).toBe(0);
    expect(await files()).toHaveLength(6);
  });
});

test('an option that there is not is refused', async () => {
  expect(await finish(launchWith(['--fast']))).toMatchObject({
    code: 1,
    err: expect.stringContaining('Usage:'),
  });
});

test('the launcher ends the way its program ends', async () => {
  await finish(launch());
  expect((await finish(launch('exit', '7'))).code).toBe(7);
  expect((await finish(launch('die'))).signal).toBe('SIGKILL');
  const waiting = launch('wait');
  await once(waiting.stdout ?? waiting, 'data');
  waiting.kill('SIGTERM');
  expect((await finish(waiting)).code).toBe(42);
});

const signals = () => readFile(join(root, 'signals'), 'utf8').catch(() => '');

test('a program gets SIGTERM when its launcher is killed', async () => {
  await finish(launch());
  const waiting = launch('wait');
  await once(waiting.stdout ?? waiting, 'data');
  waiting.kill('SIGKILL');
  await vi.waitFor(async () => expect(await signals()).toBe('SIGTERM '), { timeout: 20_000 });
});

test.each([
  ['--end-with-parent', 'SIGTERM '],
  ['', ''],
])('with %j a program whose caller was killed has received %j', async (option, received) => {
  await finish(launch());
  // The shell acts as npm: it waits for the launcher, and passes nothing on when it is killed.
  const script = `${process.execPath} scripts/launch.mjs ${option} program.ts wait & echo $!; wait`;
  const shell = spawn('sh', ['-c', script], { cwd: root, stdio: ['ignore', 'pipe', 'ignore'] });
  let out = '';
  shell.stdout.on('data', (chunk) => {
    out += chunk;
  });
  await vi.waitFor(() => expect(out).toContain('complete'), { timeout: 20_000 });
  const launcher = Number.parseInt(out, 10);
  shell.kill('SIGKILL');
  await once(shell, 'exit');
  if (received !== '')
    await vi.waitFor(async () => expect(await signals()).toBe(received), { timeout: 20_000 });
  else {
    await delay(2000);
    expect(await signals()).toBe(received);
    process.kill(launcher, 'SIGTERM');
    await vi.waitFor(async () => expect(await signals()).toBe('SIGTERM '), { timeout: 20_000 });
  }
});

test('a process that the program starts is not mistaken for the launched one', async () => {
  await finish(launch());
  const { out } = await finish(launch('fork'));
  expect(out).toContain('forked: undefined');
});
