import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeTestFolder } from './test-folder.ts';

let memory: string;

beforeEach(async () => {
  memory = await mkdtemp(join(tmpdir(), 'memory-'));
});

afterEach(() => rm(memory, { recursive: true, force: true }));

test('what a killed run has left in memory is removed, and nothing that is in use', async () => {
  const { pid } = spawnSync('true');
  const [left, used, other] = [`tributary-test-${pid}-abc`, `tributary-test-${process.pid}-abc`, 'mine'];
  for (const name of [left, used, other]) await mkdir(join(memory, name, 'postgres'), { recursive: true });
  const folder = await makeTestFolder(memory);
  expect([left, used, other].map((name) => existsSync(join(memory, name)))).toEqual([false, true, true]);
  await rm(folder, { recursive: true });
});

test('without a file system in memory it is where temporary files are', async () => {
  const folder = await makeTestFolder(join(memory, 'none'));
  expect(dirname(folder)).toBe(tmpdir());
  await rm(folder, { recursive: true });
});
