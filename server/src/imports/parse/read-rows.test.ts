import { describe, expect, test } from 'vitest';
import type { ColumnMapping } from '../column-mapping.ts';
import { mappedColumns } from '../column-mapping.ts';
import type { FileRow } from '../import-row.ts';
import { type FileFormat, readRows } from './read-rows.ts';

const MAPPING: ColumnMapping = { gaid: 'gaid', Campaign: 'campaign_name', 'OS Version': 'os_version' };

/** Reads a file that arrives in portions of that many bytes. */
async function read(format: FileFormat, file: string | Uint8Array, portion = 7): Promise<FileRow[]> {
  const bytes = Buffer.from(file);
  const chunks = [];
  for (let at = 0; at < bytes.length; at += portion) chunks.push(bytes.subarray(at, at + portion));
  const rows: FileRow[] = [];
  for await (const row of readRows(chunks, format, mappedColumns(MAPPING))) rows.push(row);
  return rows;
}

const values = async (format: FileFormat, file: string | Uint8Array, portion?: number) =>
  (await read(format, file, portion)).map((row) => row.problem ?? row.values);

describe.each([1, 3, 64, 4096])('CSV in portions of %i bytes', (portion) => {
  test.each<[string, string, object[]]>([
    [
      'lines that end in LF',
      'gaid,Campaign\na,b\nc,d',
      [
        { gaid: 'a', Campaign: 'b' },
        { gaid: 'c', Campaign: 'd' },
      ],
    ],
    ['lines that end in CRLF', 'gaid,Campaign\r\na,b\r\n', [{ gaid: 'a', Campaign: 'b' }]],
    ['a byte order mark', '﻿gaid\na\n', [{ gaid: 'a' }]],
    ['quoted commas', 'gaid,Campaign\na,"b, c"\n', [{ gaid: 'a', Campaign: 'b, c' }]],
    [
      'quoted newlines',
      'gaid,Campaign\na,"b\r\nc"\nd,e\n',
      [
        { gaid: 'a', Campaign: 'b\r\nc' },
        { gaid: 'd', Campaign: 'e' },
      ],
    ],
    ['doubled quotes', 'gaid,Campaign\na,"b ""c"""\n', [{ gaid: 'a', Campaign: 'b "c"' }]],
    ['letters beyond ASCII', 'gaid,Campaign\nä,日本🎉\n', [{ gaid: 'ä', Campaign: '日本🎉' }]],
    ['empty lines', 'gaid\n\na\n\n', [{ gaid: 'a' }]],
    ['columns that are ignored', 'x,gaid,y\n1,a,2\n', [{ gaid: 'a' }]],
    ['a column that is there twice', 'gaid,gaid\na,b\n', [{ gaid: 'a' }]],
    ['names in other letters', 'GAID, campaign \na,b\n', [{ gaid: 'a', Campaign: 'b' }]],
    [
      'placeholders as names',
      '{gaid},[campaign],"""OS version"""\na,b,c\n',
      [{ gaid: 'a', Campaign: 'b', 'OS Version': 'c' }],
    ],
    ['missing values at the end', 'gaid,Campaign\na\nb,\n', [{ gaid: 'a' }, { gaid: 'b' }]],
    ['empty values beyond the header', 'gaid\na,,\n', [{ gaid: 'a' }]],
  ])('with %s', async (_what, file, expected) => {
    expect(await values('csv', file, portion)).toEqual(expected);
  });

  test('with more values than columns: the row cannot be read, the next can', async () => {
    expect(await values('csv', 'gaid,Campaign\na,b,c\nd,e\n', portion)).toEqual([
      'has 3 values where the header has 2 columns',
      { gaid: 'd', Campaign: 'e' },
    ]);
  });
});

describe.each([1, 5, 4096])('JSON in portions of %i bytes', (portion) => {
  test.each<[string, string, (object | string)[]]>([
    ['an empty array', ' [ ] ', []],
    ['objects', '[{"gaid":"a"} , {"gaid":"b"}]', [{ gaid: 'a' }, { gaid: 'b' }]],
    [
      'brackets and quotes in text',
      '[{"gaid":"a]},[{\\"\\\\"},{"gaid":"b"}]',
      [{ gaid: 'a]},[{"\\' }, { gaid: 'b' }],
    ],
    [
      'numbers, true and null',
      '[{"gaid":12.5,"Campaign":true,"OS Version":null}]',
      [{ gaid: '12.5', Campaign: 'true' }],
    ],
    ['nested values', '[{"gaid":{"a":[1]},"Campaign":[]}]', [{ gaid: null, Campaign: null }]],
    [
      'elements that are no objects',
      '[1,"x,y",null,[{}],{"gaid":"a"}]',
      [...Array(4).fill('must be an object'), { gaid: 'a' }],
    ],
    ['names in other letters', '[{"GAID":"a","{campaign}":"b"}]', [{ gaid: 'a', Campaign: 'b' }]],
    ['members of object code', '[{"__proto__":{"gaid":"x"},"constructor":1,"gaid":"a"}]', [{ gaid: 'a' }]],
    [
      'more members than a row can have',
      JSON.stringify([Object.fromEntries(Array.from({ length: 1001 }, (_, n) => [`m${n}`, 1]))]),
      ['has more than 1000 members'],
    ],
    ['escapes', '[{"gaid":"\\u0061\\u0000"}]', [{ gaid: 'a\0' }]],
  ])('with %s', async (_what, file, expected) => {
    expect(await values('json', file, portion)).toEqual(expected);
  });
});

test.each([
  [' \n[{"gaid":"a"}]', [{ gaid: 'a' }]],
  ['gaid\na', [{ gaid: 'a' }]],
])('recognises the format of %j', async (file, expected) => {
  expect(await values('detect', file, 1)).toEqual(expected);
});

test.each([
  ['Latin-1', Buffer.from('gaid\nä\n', 'latin1')],
  ['UTF-16', Buffer.from('\uFEFFgaid\nä\n', 'utf16le')],
])('reads a file in %s', async (_encoding, file) => {
  expect(await values('csv', file, 1)).toEqual([{ gaid: 'ä' }]);
});

test('numbers rows from 1, without the header and empty lines', async () => {
  expect((await read('csv', 'gaid\na\n\nb\n')).map(({ row }) => row)).toEqual([1, 2]);
});

test('reads a file once that begins with megabytes of white space', async () => {
  const before = process.cpuUsage();
  expect(await values('detect', `${' '.repeat(5_000_000)}[{"gaid":"a"}]`, 1024)).toEqual([{ gaid: 'a' }]);
  expect(process.cpuUsage(before).user / 1000).toBeLessThan(5000);
});

describe('a file is refused', () => {
  test.each<[string, FileFormat, string | Uint8Array, string]>([
    ['in no encoding', 'csv', Buffer.from('gaid\n\x81\n', 'latin1'), 'line 2 is not UTF-8'],
    ['that is a workbook', 'csv', Buffer.from('PK\x03\x04\x14', 'latin1'), 'is a workbook'],
    ['without a mapped column, separated by ;', 'csv', 'a;b\n1;2\n', 'line 1 is separated by ;'],
    ['that ends within a letter', 'csv', Buffer.from('gaid\nä').subarray(0, 6), 'must be UTF-8'],
    ['with an unclosed quote', 'csv', 'gaid\n"a\n', 'Quote Not Closed'],
    ['with a quote within a value', 'csv', 'gaid\na"b\n', 'Invalid Opening Quote'],
    ['without a mapped column', 'csv', 'a,b\n1,2\n', 'none of the mapped columns'],
    ['with 1,001 columns', 'csv', `gaid${',x'.repeat(1000)}\n`, 'must have 1000 columns or fewer'],
    ['with an endless value', 'csv', `gaid\n"${'x'.repeat(1_100_000)}`, 'Max Record Size'],
    [
      'with an endless element',
      'json',
      `[{"gaid":"${'x'.repeat(1_100_000)}`,
      'longer than 100000 characters',
    ],
    [
      'of endless brackets',
      'json',
      `[{"gaid":${'['.repeat(6000)}${']'.repeat(6000)}}]`,
      'an element is nested deeper than 64 levels',
    ],
    ['that is an object', 'json', '{"a":1}', 'not a JSON array'],
    ['that goes on after the array', 'json', '[] []', 'not a JSON array'],
    ['that ends within the array', 'json', '[{"gaid":"a"},', 'has no end'],
    ['with a missing element', 'json', '[{},,{}]', 'element 2 is not valid JSON'],
    ['with a comma at the end', 'json', '[{},]', 'element 2 is not valid JSON'],
    ['with brackets that do not match', 'json', '[{"a":1]}]', 'has no end'],
    ['with a closing brace', 'json', '[}]', 'has no end'],
    ['with words', 'json', '[nonsense]', 'element 1 is not valid JSON'],
  ])('%s', async (_what, format, file, error) => {
    await expect(read(format, file, 65_536)).rejects.toThrow(error);
  });

  test('with 1,000 columns it is taken', async () => {
    expect(await values('csv', `gaid${',x'.repeat(999)}\na\n`)).toEqual([{ gaid: 'a' }]);
  });
});
