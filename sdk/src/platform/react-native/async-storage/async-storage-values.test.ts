import { expect, test } from 'vitest';
import { createFakeDisk } from '../../../testing/fake-async-storage.ts';
import { createAsyncStorageValues } from './async-storage-values.ts';

test('small values outlive the app, under keys of their own', async () => {
  const disk = createFakeDisk();
  disk.values.set('user-id', 'of the app');
  const values = createAsyncStorageValues(disk.storage());
  expect(await values.get('user-id')).toBeUndefined();
  await values.set('user-id', 'u-1');
  expect(await createAsyncStorageValues(disk.storage()).get('user-id')).toBe('u-1');
  await values.remove('user-id');
  expect(await values.get('user-id')).toBeUndefined();
  expect(disk.values.get('user-id')).toBe('of the app');
});

test('clients that create a value at once all get the same', async () => {
  const storage = createFakeDisk().storage();
  const clients = Array.from({ length: 5 }, () => createAsyncStorageValues(storage));
  const got = await Promise.all(clients.map((values, at) => values.setIfAbsent('id', `made-by-${at}`)));
  expect(new Set(got).size).toBe(1);
  expect(await clients[0]?.get('id')).toBe(got[0]);
});

test('a failed write does not stop the next', async () => {
  const disk = createFakeDisk();
  const values = createAsyncStorageValues(disk.storage());
  disk.broken = true;
  await expect(values.set('a', '1')).rejects.toThrow('disk is full');
  disk.broken = false;
  await values.set('a', '2');
  expect(await values.get('a')).toBe('2');
});
