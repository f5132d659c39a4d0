import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readPages } from './read-pages.ts';

const pages = readPages(join(import.meta.dirname, '../..'));

test.each([
  ['docs/README.md', ''],
  ['docs/links.md', 'links'],
  ['docs/sdk/web.md', 'sdk/web'],
  ['docs/payments/README.md', 'payments'],
  ['docs/running/settings.md', 'settings'],
  ['server/client/README.md', 'packages/client'],
  ['ARCHITECTURE.md', 'architecture'],
])('%s is at /%s', (source, path) => {
  expect(pages.find((page) => page.source === source)).toMatchObject({ path });
});

test('every page has an address of its own', () => {
  const paths = pages.map(({ path }) => path);
  expect(paths.filter((path, at) => paths.indexOf(path) !== at)).toEqual([]);
});
