import { expect, test } from 'vitest';
import { splitStatements } from './split-statements.ts';

test.each([
  ['nothing', ' -- nothing; at all\n', []],
  ['one statement', 'select 1', ['select 1']],
  ['several, with or without an end', 'select 1;\n  select 2;select 3', ['select 1', 'select 2', 'select 3']],
  [
    'text and names',
    `select ';', 'it''s;' as "a;b"; select 2`,
    [`select ';', 'it''s;' as "a;b"`, 'select 2'],
  ],
  ['bodies', 'do $$ a; b; $$; do $x$ $$; $x$;', ['do $$ a; b; $$', 'do $x$ $$; $x$']],
  ['comments', 'select 1; -- a; b\nselect /* c; */ 2', ['select 1', '-- a; b\nselect /* c; */ 2']],
])('splits %s', (_, script, statements) => {
  expect(splitStatements(script)).toEqual(statements);
});
