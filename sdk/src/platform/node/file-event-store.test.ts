import { type FileHandle, open, readdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { appendAll, queueFolderPerTest, textsOf } from '../../testing/queue-folder.ts';

const queue = queueFolderPerTest();
const { openStore, onlyFile } = queue;

/** Acts as another process may: after a writer has looked at its segment, and before it appends to it. */
async function onNextAppend(path: string, act: () => Promise<void>): Promise<void> {
  const handle = await open(path);
  const appending = vi.spyOn(Object.getPrototypeOf(handle), 'appendFile');
  await handle.close();
  onTestFinished(() => appending.mockRestore());
  appending.mockImplementationOnce(async function (this: FileHandle, bytes: unknown) {
    await act();
    return this.appendFile(bytes as Buffer);
  });
}

describe('a queue in a folder', () => {
  test('returns records in the order they were appended, starting after any of them', async () => {
    const store = await openStore();
    await appendAll(store, ['{"a":1}', '{"b":"é \u{1f600}"}', '', '{"c":3}']);
    const all = await store.read(undefined, 10);
    expect(all.map(({ record }) => record)).toEqual(['{"a":1}', '{"b":"é \u{1f600}"}', '', '{"c":3}']);
    expect(await textsOf(store, all[1]?.id)).toEqual(['', '{"c":3}']);
    expect(await store.read(undefined, 2)).toEqual(all.slice(0, 2));
    expect(await store.count()).toBe(4);
  });

  test('keeps what was not acked for the next process', async () => {
    const first = await openStore();
    await appendAll(first, ['1', '2', '3']);
    const [, second] = await first.read(undefined, 10);
    await first.ack([second?.id ?? '', 'unknown:7']);
    await first.close();
    const next = await openStore();
    expect(await textsOf(next)).toEqual(['1', '3']);
    await next.append('4');
    expect(await textsOf(next)).toEqual(['1', '3', '4']);
  });

  test('takes acks for records that another store on the folder has read', async () => {
    const reader = await openStore();
    await appendAll(reader, ['1', '2', '3']);
    const [, second] = await reader.read(undefined, 10);
    const reopened = await openStore();
    await reopened.ack([second?.id ?? '']);
    expect(await textsOf(reopened)).toEqual(['1', '3']);
    expect(await textsOf(reader)).toEqual(['1', '3']);
  });

  test('takes acks where there is no space for them', async () => {
    const store = await openStore();
    await appendAll(store, ['1', '2', 'ä', '4']);
    const all = await store.read(undefined, 10);
    // It leads nowhere, so nothing can be appended to it.
    await symlink(
      join(queue.directory, 'missing', 'acks'),
      (await onlyFile('.open')).replace(/open$/, 'acks'),
    );
    await store.ack([all[0]?.id ?? '', all[2]?.id ?? '']);
    expect(await textsOf(store)).toEqual(['2', '4']);
    await rm(await onlyFile('.acks'));
    expect(await textsOf(await openStore())).toEqual(['2', '4']);
    await store.append('5');
    expect(await textsOf(await openStore())).toEqual(['2', '4', '5']);
  });

  test('takes no space once everything is acked, and can still be used', async () => {
    const store = await openStore(queue.directory, 100);
    await appendAll(
      store,
      Array.from({ length: 50 }, (_, at) => `record ${at}`),
    );
    expect((await readdir(queue.directory)).length).toBeGreaterThan(5);
    await store.ack((await store.read(undefined, 100)).map(({ id }) => id));
    expect(await readdir(queue.directory)).toEqual([]);
    await store.append('next');
    expect(await textsOf(store)).toEqual(['next']);
  });

  test('keeps a record that another process appends between reading and reclaiming its segment', async () => {
    const [writer, reader] = [await openStore(), await openStore()];
    await writer.append('1');
    const [first] = await reader.read(undefined, 10);
    await writer.append('2');
    await reader.ack([first?.id ?? '']);
    await writer.append('3');
    expect(await textsOf(reader)).toEqual(['2', '3']);
  });

  test.each([
    ['deleted', (path: string) => rm(path)],
    ['renamed, to be deleted', (path: string) => rename(path, path.replace('.open', '.closed'))],
  ])(
    'a record whose segment is %s while it is appended is appended again to another',
    async (_name, take) => {
      const [writer, reader] = [await openStore(), await openStore()];
      await writer.append('1');
      const segment = await onlyFile('.open');
      await onNextAppend(segment, () => take(segment));
      await writer.append('2');
      expect((await textsOf(reader)).at(-1)).toBe('2');
      await writer.append('3');
      expect((await textsOf(reader)).slice(-2)).toEqual(['2', '3']);
    },
  );

  test('a record is appended to another segment if its own was deleted since the last one', async () => {
    const [writer, reader] = [await openStore(), await openStore()];
    await writer.append('1');
    await reader.ack((await reader.read(undefined, 10)).map(({ id }) => id));
    expect(await readdir(queue.directory)).toEqual([]);
    await writer.append('2');
    expect(await textsOf(reader)).toEqual(['2']);
  });

  test('leaves unrelated files alone', async () => {
    await writeFile(join(queue.directory, '.DS_Store'), 'x');
    const store = await openStore();
    await store.append('1');
    await store.ack((await store.read(undefined, 10)).map(({ id }) => id));
    await store.append('2');
    expect(await textsOf(store)).toEqual(['2']);
    expect(await readdir(queue.directory)).toContain('.DS_Store');
  });

  test('reclaims the space of a process that died while reclaiming a segment', async () => {
    const store = await openStore();
    await store.append('1');
    const segment = await onlyFile('.open');
    await store.ack((await store.read(undefined, 1)).map(({ id }) => id));
    await store.close();
    await writeFile(segment.replace('.open', '.closed'), '\ntorn');
    await writeFile(segment.replace('.open', '.acks'), '');
    await writeFile(join(queue.directory, '000000000000-0123456789ab.acks'), '');
    expect(await textsOf(await openStore())).toEqual([]);
    expect(await readdir(queue.directory)).toEqual([]);
  });
});
