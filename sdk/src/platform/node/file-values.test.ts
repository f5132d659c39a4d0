import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { setUpDevice } from '../../testing/set-up-device.ts';
import { createFileValues } from './file-values.ts';

let directory: string;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'tributary-values-'));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
});

test('a look at once sees what another process has just stored and removed', async () => {
  const [one, other] = [createFileValues(directory), createFileValues(directory)];
  expect(one.peek?.('name')).toBeNull();
  for (const value of ['1', '2', '3', '4']) {
    await other.set('name', value);
    expect(one.peek?.('name')).toBe(value);
  }
  await other.remove('name');
  expect(one.peek?.('name')).toBeNull();
  await rm(directory, { recursive: true });
  expect(one.peek?.('name')).toBeUndefined();
});

test('what one process disables, the others on its folder record no more', async () => {
  const { service, device } = await setUpDevice();
  const [one, other] = [device.start(), device.start()];
  await other.trackEvent('open');
  await one.disableTracking();
  await other.trackEvent('close');
  await one.enableTracking();
  await other.flush();
  expect(service.acceptedNames()).toEqual(['open']);
});
