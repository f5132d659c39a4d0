import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { withSizeLimit } from '../../storage/with-size-limit.ts';
import { openFileEventStore } from './file-event-store.ts';

const recordAt = (timestamp: number) => JSON.stringify({ facts: { timestamp } });
const timeOf = (record: string): number => JSON.parse(record).facts.timestamp;

async function openTwo(limit: number) {
  const directory = await mkdtemp(join(tmpdir(), 'tributary-queue-'));
  onTestFinished(() => rm(directory, { recursive: true }));
  const open = async () =>
    withSizeLimit(
      await openFileEventStore(directory, 2000),
      () => limit,
      () => {},
    );
  return Promise.all([open(), open()]);
}

test('of two programs that fill one folder, the oldest of both make room', async () => {
  const [first, second] = await openTwo(50);
  for (let time = 1; time <= 300; time++) await (time % 3 === 0 ? second : first).append(recordAt(time));
  const kept = (await first.read(undefined, 1000)).map(({ record }) => timeOf(record));
  expect(kept.sort((a, b) => a - b)).toEqual(Array.from({ length: 50 }, (_, at) => 251 + at));
});

test('a clock that is set back does not change the order of one program', async () => {
  const [only] = await openTwo(5);
  for (const time of [10, 11, 1, 2, 3, 12, 13]) await only?.append(recordAt(time));
  const kept = (await only?.read(undefined, 10))?.map(({ record }) => timeOf(record));
  expect(kept).toEqual([1, 2, 3, 12, 13]);
});
