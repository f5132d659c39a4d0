import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cp,
  type FileHandle,
  mkdtemp,
  open,
  readdir,
  readFile,
  rename,
  rm,
  symlink,
  truncate,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { EventStore } from '../event-store.ts';
import { openFileEventStore } from './file-event-store.ts';

let directory: string;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'tributary-queue-'));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
});

async function openStore(folder = directory, segmentBytes?: number): Promise<EventStore> {
  const store = await openFileEventStore(folder, segmentBytes);
  onTestFinished(() => store.close());
  return store;
}

const textsOf = async (store: EventStore, after?: string) =>
  (await store.read(after, 100_000)).map(({ record }) => record);

async function appendAll(store: EventStore, records: readonly string[]): Promise<void> {
  for (const record of records) await store.append(record);
}

/** The only file in the folder whose name ends with `ending`. */
async function onlyFile(ending: string): Promise<string> {
  const names = (await readdir(directory)).filter((name) => name.endsWith(ending));
  expect(names).toHaveLength(1);
  return join(directory, names[0] ?? '');
}

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
    await symlink(join(directory, 'missing', 'acks'), (await onlyFile('.open')).replace(/open$/, 'acks'));
    await store.ack([all[0]?.id ?? '', all[2]?.id ?? '']);
    expect(await textsOf(store)).toEqual(['2', '4']);
    await rm(await onlyFile('.acks'));
    expect(await textsOf(await openStore())).toEqual(['2', '4']);
    await store.append('5');
    expect(await textsOf(await openStore())).toEqual(['2', '4', '5']);
  });

  test('takes no space once everything is acked, and can still be used', async () => {
    const store = await openStore(directory, 100);
    await appendAll(
      store,
      Array.from({ length: 50 }, (_, at) => `record ${at}`),
    );
    expect((await readdir(directory)).length).toBeGreaterThan(5);
    await store.ack((await store.read(undefined, 100)).map(({ id }) => id));
    expect(await readdir(directory)).toEqual([]);
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
    expect(await readdir(directory)).toEqual([]);
    await writer.append('2');
    expect(await textsOf(reader)).toEqual(['2']);
  });

  test('leaves unrelated files alone', async () => {
    await writeFile(join(directory, '.DS_Store'), 'x');
    const store = await openStore();
    await store.append('1');
    await store.ack((await store.read(undefined, 10)).map(({ id }) => id));
    await store.append('2');
    expect(await textsOf(store)).toEqual(['2']);
    expect(await readdir(directory)).toContain('.DS_Store');
  });

  test('reclaims the space of a process that died while reclaiming a segment', async () => {
    const store = await openStore();
    await store.append('1');
    const segment = await onlyFile('.open');
    await store.ack((await store.read(undefined, 1)).map(({ id }) => id));
    await store.close();
    await writeFile(segment.replace('.open', '.closed'), '\ntorn');
    await writeFile(segment.replace('.open', '.acks'), '');
    await writeFile(join(directory, '000000000000-0123456789ab.acks'), '');
    expect(await textsOf(await openStore())).toEqual([]);
    expect(await readdir(directory)).toEqual([]);
  });
});

describe('a torn write', () => {
  test('at any byte of a segment loses only its own record', async () => {
    const records = ['{"first":1}', '{"second":"é\u{1f600}"}', '{"third":3}'];
    const store = await openStore();
    await appendAll(store, records);
    await store.close();
    const segment = await onlyFile('.open');
    const bytes = await readFile(segment);
    // Where each record's line ends, including its line break.
    const ends = records.map((record) => bytes.indexOf(`${record}\n`) + Buffer.byteLength(record) + 1);

    for (let length = bytes.length; length >= 0; length--) {
      const copy = await mkdtemp(join(tmpdir(), 'tributary-torn-'));
      await cp(directory, copy, { recursive: true });
      await truncate(join(copy, segment.slice(directory.length)), length);
      const torn = await openStore(copy);
      await torn.append('{"later":4}');
      const whole = records.filter((_, at) => (ends[at] ?? 0) <= length);
      expect(await textsOf(torn), `cut at byte ${length}`).toEqual([...whole, '{"later":4}']);
      await torn.close();
      await rm(copy, { recursive: true });
    }
  });

  test('at any byte of the acks brings back only what that line had acked', async () => {
    const store = await openStore();
    await appendAll(store, ['1', '2', '3', '4']);
    const [one, two, three] = await store.read(undefined, 10);
    await store.ack([one?.id ?? '']);
    await store.ack([two?.id ?? '', three?.id ?? '']);
    await store.close();
    const acks = await onlyFile('.acks');
    const bytes = await readFile(acks);
    const firstEnds = bytes.indexOf('\n', 1) + 1;
    for (let length = bytes.length - 1; length >= 0; length--) {
      await writeFile(acks, bytes.subarray(0, length));
      const expected = length >= firstEnds ? ['2', '3', '4'] : ['1', '2', '3', '4'];
      expect(await textsOf(await openStore()), `cut at byte ${length}`).toEqual(expected);
    }
  });

  test('in the middle of a file, with records after it in the same file, loses only its own record', async () => {
    const store = await openStore();
    await appendAll(store, ['{"first":1}', '{"second":2}', '{"third":3}']);
    await store.close();
    const segment = await onlyFile('.open');
    const whole = await readFile(segment, 'latin1');
    const start = whole.indexOf('{"second":2}');
    for (let cut = 0; cut <= '{"second":2}\n'.length; cut++) {
      const torn = whole.slice(0, start + cut) + whole.slice(whole.indexOf('\n', start) + 1);
      await writeFile(segment, torn, 'latin1');
      const found = await textsOf(await openStore());
      const expected =
        cut < '{"second":2}'.length
          ? ['{"first":1}', '{"third":3}']
          : ['{"first":1}', '{"second":2}', '{"third":3}'];
      expect(found, `cut after ${cut} bytes`).toEqual(expected);
    }
  });

  test.each(['checksum', 'text'])('that left a wrong %s loses only its own record', async (part) => {
    const store = await openStore();
    await appendAll(store, ['{"first":1}', '{"second":2}', '{"third":3}']);
    await store.close();
    const segment = await onlyFile('.open');
    const bytes = await readFile(segment);
    const at = bytes.indexOf('{"second":2}') + (part === 'text' ? 4 : -5);
    bytes[at] = (bytes[at] ?? 0) ^ 1;
    await writeFile(segment, bytes);
    expect(await textsOf(await openStore())).toEqual(['{"first":1}', '{"third":3}']);
  });
});

describe('several processes on one folder', () => {
  /** A process that appends `prefix-0`, `prefix-1`, … and prints each record once it is stored. */
  function startWriter(prefix: string, count: number): ChildProcess {
    const program = fileURLToPath(new URL('../../testing/programs/append-forever.ts', import.meta.url));
    const child = spawn(process.execPath, [program, directory, prefix, String(count)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    return child;
  }

  async function printedBy(child: ChildProcess, onLine: (count: number) => void): Promise<string[]> {
    if (!child.stdout) throw new Error('the writer has no output');
    const lines: string[] = [];
    for await (const line of createInterface(child.stdout)) onLine(lines.push(line));
    return lines;
  }

  test('a writer killed at any moment loses nothing that it had reported as stored', async () => {
    for (const killAfter of [1, 40, 200]) {
      const child = startWriter(`until-${killAfter}`, 1_000_000);
      const stored = await printedBy(child, (count) => {
        if (count === killAfter) child.kill('SIGKILL');
      });
      const found = new Set(await textsOf(await openStore()));
      expect(stored.length).toBeGreaterThanOrEqual(killAfter);
      expect(stored.filter((record) => !found.has(record))).toEqual([]);
    }
  });

  test('records acked and reclaimed while others write are neither lost nor left behind', async () => {
    const store = await openStore(directory, 2000);
    const writers = ['a', 'b'].map((prefix) => startWriter(prefix, 400));
    const ended = Promise.all(writers.map((child) => once(child, 'exit')));
    const printed = writers.map((child) => printedBy(child, () => {}));
    const seen: string[] = [];
    let writing = true;
    ended.then(() => {
      writing = false;
    });
    for (;;) {
      const last = !writing;
      const page = await store.read(undefined, 20);
      seen.push(...page.map(({ record }) => record));
      await store.ack(page.map(({ id }) => id));
      if (last && page.length === 0) break;
    }
    const stored = (await Promise.all(printed)).flat();
    expect(stored).toHaveLength(800);
    expect(stored.filter((record) => !seen.includes(record))).toEqual([]);
    expect(await readdir(directory)).toEqual([]);
  });
});
