import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { PAGES } from './pages.ts';

const DOCS = join(import.meta.dirname, '../../../docs');
/** A picture is loaded with the page that it is in. */
const MOST_BYTES = 60_000;

test('docs/console.md says of every page what it answers, and of no other', () => {
  const text = readFileSync(join(DOCS, 'console.md'), 'utf8');
  const told = [...text.matchAll(/^\| `\/console\/([^`]+)` \| \S/gm)].map(([, path]) => path);
  expect(told.sort()).toEqual(PAGES.map(({ path }) => path).sort());
});

test('no picture of the console is heavy', () => {
  const folder = join(DOCS, 'console');
  const heavy = readdirSync(folder).filter((name) => statSync(join(folder, name)).size > MOST_BYTES);
  expect(heavy).toEqual([]);
});
