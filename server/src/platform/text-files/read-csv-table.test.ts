import { describe, expect, test } from 'vitest';
import { readCsvTable } from './read-csv-table.ts';

const KNOWN = ['date', 'amount', 'name'];

async function read(text: string, portion = 7) {
  const portions = [];
  for (let at = 0; at < text.length; at += portion) portions.push(text.slice(at, at + portion));
  const isKnown = (name: string) => KNOWN.includes(name);
  const lines = [];
  for await (const record of readCsvTable(portions, { known: KNOWN, isKnown, what: 'the file' }))
    lines.push([record.line, record.problem ?? record.values.join('/')]);
  return lines;
}

const TABLE = (separator: string) =>
  ['date,amount,name', '"1,5",2,"a, b"', '3,4,c', ''].join('\r\n').replaceAll(/,(?=\S)/g, separator);

describe.each([1, 7, 100_000])('in portions of %i characters', (portion) => {
  test.each([',', ';', '\t', '|'])('reads values that %j separates', async (separator) => {
    const lines = await read(TABLE(separator), portion);
    expect(lines.map(([line]) => line)).toEqual([1, 2, 3]);
    expect(lines[0]).toEqual([1, 'date/amount/name']);
    expect(lines[2]).toEqual([3, '3/4/c']);
  });

  test.each([
    ['Excel’s line', 'sep=;\r\ndate;amount\r\n1;2,5\r\n', [2, 3]],
    ['Excel’s line in quotes', '"sep=\t"\ndate\tamount\n1\t2\n', [2, 3]],
    ['a byte order mark before a quote', '\uFEFF"date","amount"\n1,2\n', [1, 2]],
    ['a byte order mark before Excel’s line', '\uFEFFsep=,\ndate,amount\n1,2\n', [2, 3]],
    [
      'lines above the header',
      'Report of "all, campaigns\nAccount;x\n\nFrom 1 May, to 2 May\ndate;amount\n1;2\n',
      [5, 6],
    ],
    ['empty lines above the header', '\n\r\n\ndate,amount\n1,2\n', [4, 5]],
    ['line breaks within the header', 'date,"x\ny",amount\n1,2,3\n', [2, 3]],
  ])('reads a table with %s, and counts its lines', async (_what, text, places) => {
    const lines = await read(text, portion);
    expect(lines.map(([line]) => line)).toEqual(places);
    expect(lines[0]?.[1]).toContain('date/');
  });
});

test('skips rows without any value, which Excel writes below a table', async () => {
  expect(await read('date;amount;name\n1;2;3\n;;\n4;5;\n; \t;\n;;;;\n""\n')).toEqual([
    [1, 'date/amount/name'],
    [2, '1/2/3'],
    [4, '4/5/'],
  ]);
});

test('says which line is separated by something else', async () => {
  expect(await read('date,amount,name\n1;2;3\n1,2,3,4\n1,2,"a;b;c"\n5\n')).toEqual([
    [1, 'date/amount/name'],
    [2, 'is separated by ;, and its header by ,'],
    [3, 'has 4 values where the header has 3 columns'],
    [4, '1/2/a;b;c'],
    [5, '5'],
  ]);
});

test.each([
  [
    'a;b;c\n1;2;3\n',
    'the file: line 1 is separated by ; and has none of the mapped columns in its header: date',
  ],
  ['\n"a"\t"b"\n', 'the file: line 2 is separated by tabs and has none of'],
  ['a,b\n', 'the file: line 1 has none of the mapped columns in its header: date, amount, name'],
  ['sep=:\ndate:amount\n', 'the file: line 1: sep= must name one of'],
  ['sep=;\ndate,amount\n', 'the file: line 2 has none of the mapped columns'],
  ['preface\ndate;amount\n1;"2\n', 'opening quote at line 3'],
])('refuses %j, naming line and cause', async (text, message) => {
  await expect(read(text)).rejects.toThrow(message);
});

test('reads nothing of nothing', async () => {
  expect(await read('')).toEqual([]);
  expect(await read('\uFEFF\n \n')).toEqual([]);
});
