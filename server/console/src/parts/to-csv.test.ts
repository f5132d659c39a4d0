import { expect, test } from 'vitest';
import { renderCsv } from '../../../src/platform/http/answers/render-csv.ts';
import { toCsv } from './to-csv.ts';

test.each(['a', 'a,b', '=1', '＋1', 'x;=1', 'x\t@1', 'x\r\n-1', '"=1"', "'=1", "it's; fine"])(
  'the text %j is written as the service writes it',
  (text) => {
    const expected = renderCsv({ columns: ['=name', 'n'], rows: [[text, -1]] });
    expect(toCsv(['=name', 'n'], [[text, -1]])).toBe(expected);
  },
);
