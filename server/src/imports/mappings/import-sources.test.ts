import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { IMPORT_SOURCE_NAMES } from './import-sources.ts';

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');

test.each(IMPORT_SOURCE_NAMES)('docs/imports.md says what %s reads', (name) => {
  expect(read('../../../../docs/imports.md')).toContain(`| \`${name}\` |`);
});

test.each(IMPORT_SOURCE_NAMES)('a row of %s is normalised in a test', (name) => {
  expect(read('../normalise/normalise-row.test.ts')).toContain(`normalised('${name}', `);
});
