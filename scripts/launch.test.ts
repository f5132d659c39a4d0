import { once } from 'node:events';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { beforeEach, describe, expect, test } from 'vitest';
import { finish, useCheckout } from './testing/launched-checkout.ts';

const { path, setMode, setPlan, setLock, installs, npmWords, launch, develop, launchWith } = useCheckout();

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
  await writeFile(path('node_modules/.package-lock.json'), JSON.stringify(record));
  await mkdir(path('node_modules/a'));
  expect((await finish(launch())).code).toBe(0);
  expect(await installs()).toHaveLength(1);
});

test('a folder that is missing although npm has installed it is installed', async () => {
  await finish(launch());
  await setLock('2.0.0');
  const record = { packages: { 'node_modules/a': { version: '2.0.0' } } };
  await writeFile(path('node_modules/.package-lock.json'), JSON.stringify(record));
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
  expect(await readdir(path('node_modules/node'))).toEqual(['bin']);
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
    await writeFile(path('package-lock.json'), JSON.stringify({ packages }));
  });
  const files = async () => {
    const found = await readdir(path('node_modules'), { recursive: true });
    return found.filter((path) => path.includes('index.js')).sort();
  };

  test('is removed from what a service needs', async () => {
    expect((await finish(launch())).code).toBe(0);
    expect(await files()).toEqual(['a/index.js', 'zod/v4/index.js']);
    await rm(path('node_modules/.installed'));
    const packages = { 'node_modules/a': {}, 'node_modules/tester': { devOptional: true } };
    await writeFile(path('node_modules/.package-lock.json'), JSON.stringify({ packages }));
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
