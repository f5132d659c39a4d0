import { expect, test } from 'vitest';
import { MAX_RECORD, readCsvRecords } from './read-csv-records.ts';

async function read(text: string): Promise<number> {
  let records = 0;
  for await (const _ of readCsvRecords([text], { relax: true, what: 'the file' })) records++;
  return records;
}

/** How many ticks pass while something is done. */
async function ticksDuring(work: Promise<unknown>): Promise<number> {
  let ticks = 0;
  let isDone = false;
  const tick = () => {
    ticks++;
    if (!isDone) setImmediate(tick);
  };
  setImmediate(tick);
  await work.finally(() => {
    isDone = true;
  });
  return ticks;
}

test.each([
  ['of the shortest records', 'a\n'.repeat(50_000)],
  ['of records of different lengths', 'a,b\na\n'.repeat(20_000)],
  ['of empty lines', '\n'.repeat(100_000)],
  ['in one value', `"${'x'.repeat(90_000)}"\n`],
])('serves others while it reads a text %s', async (_of, text) => {
  expect(await ticksDuring(read(text))).toBeGreaterThan(text.length / 2000);
});

test.each([
  ['commas', ','.repeat(MAX_RECORD + 5000)],
  ['commas behind quoted line breaks', `${'"\n",'.repeat(MAX_RECORD / 4)}${','.repeat(5000)}`],
  ['one value', `"${'x'.repeat(MAX_RECORD + 5000)}"`],
])('refuses a record that is too long, of %s, before the end of the text', async (_of, record) => {
  const rest = ',\n'.repeat(500_000);
  const ticks = ticksDuring(
    expect(read(`a\n${record}${rest}`)).rejects.toThrow(
      /^the file: (a record is longer than|Max Record Size)/,
    ),
  );
  expect(await ticks).toBeLessThan(500);
});

test('counts only what is not ended yet', async () => {
  const record = `${'x'.repeat(70_000)}\n`;
  expect(await read(record.repeat(4))).toBe(4);
  expect(await read('\n'.repeat(MAX_RECORD * 2))).toBe(0);
});
