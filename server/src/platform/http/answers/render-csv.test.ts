import { describe, expect, test } from 'vitest';
import { type Cell, renderCsv } from './render-csv.ts';

describe('a field is written', () => {
  test.each<[string, Cell, string]>([
    ['as it is', 'social_a', 'social_a'],
    ['in quotes where it holds a comma', 'a,b', '"a,b"'],
    ['with quotes doubled', 'say "hi"', '"say ""hi"""'],
    ['in quotes where it holds a line feed', 'a\nb', '"a\nb"'],
    ['in quotes where it holds a carriage return', 'a\rb', '"a\rb"'],
    ['as nothing where there is nothing', null, ''],
    ['as a number', -12.5, '-12.5'],
    ['as true or false', false, 'false'],
    ['as JSON where it is a list', ['a', 'b'], '"[""a"",""b""]"'],
    ['as JSON where it is an object', { a: 1 }, '"{""a"":1}"'],
    ['harmless where it begins with =', '=1+1', "'=1+1"],
    ['harmless where it begins with +', '+1', "'+1"],
    ['harmless where it begins with -', '-1', "'-1"],
    ['harmless where it begins with @', '@SUM(A1)', "'@SUM(A1)"],
    ['harmless where it begins with a tab', '\t=1', `"'\t'=1"`],
    ['harmless where it begins with a wide =', '＝1', "'＝1"],
    ['harmless where ; may end a cell', 'a;=1', `"a;'=1"`],
    ['harmless where a line may end', 'a\r\n+1', `"a\r'\n'+1"`],
    ['in quotes where it holds a semicolon', 'a;b', '"a;b"'],
    ['as JSON without semicolons', ['a;=1'], '"[""a\\u003b=1""]"'],
    ['harmless and in quotes', '=HYPERLINK("https://example.com")', `"'=HYPERLINK(""https://example.com"")"`],
    ['as it is with = in the middle', 'a=1', 'a=1'],
  ])('%s', (_name, cell, expected) => {
    expect(renderCsv({ columns: ['x'], rows: [[cell]] })).toBe(`x\r\n${expected}\r\n`);
  });
});

test('a table of nothing is its header', () => {
  expect(renderCsv({ columns: ['a', '=b'], rows: [] })).toBe("a,'=b\r\n");
});
