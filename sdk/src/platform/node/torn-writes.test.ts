import { cp, mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { appendAll, queueFolderPerTest, textsOf } from '../../testing/queue-folder.ts';

const queue = queueFolderPerTest();
const { openStore, onlyFile } = queue;

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
      await cp(queue.directory, copy, { recursive: true });
      await truncate(join(copy, segment.slice(queue.directory.length)), length);
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
