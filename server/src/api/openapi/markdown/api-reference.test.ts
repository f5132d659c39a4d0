import { readdir, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { buildDocument } from '../document.ts';
import { apiReference } from './api-reference.ts';

const FOLDER = new URL('../../../../../docs/api/', import.meta.url);
const pages = apiReference(buildDocument());

test('docs/api has a page for each part of the document, and no others', async () => {
  expect((await readdir(FOLDER)).sort()).toEqual(Object.keys(pages).sort());
});

test.each(Object.entries(pages))('%s is as npm run api-reference -w server writes it', async (name, text) => {
  expect(await readFile(new URL(name, FOLDER), 'utf8')).toBe(text);
});
