import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { finish, useCheckout } from './testing/launched-checkout.ts';

const { path, launch } = useCheckout();

test('the launcher ends the way its program ends', async () => {
  await finish(launch());
  expect((await finish(launch('exit', '7'))).code).toBe(7);
  expect((await finish(launch('die'))).signal).toBe('SIGKILL');
  const waiting = launch('wait');
  await once(waiting.stdout ?? waiting, 'data');
  waiting.kill('SIGTERM');
  expect((await finish(waiting)).code).toBe(42);
});

const signals = () => readFile(path('signals'), 'utf8').catch(() => '');

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
  const script = `${process.execPath} scripts/launch.mjs ${option} program.js wait & echo $!; wait`;
  const shell = spawn('sh', ['-c', script], { cwd: path(), stdio: ['ignore', 'pipe', 'ignore'] });
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
