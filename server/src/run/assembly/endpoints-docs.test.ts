import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { useService } from '../../testing/use-service.ts';

const PAGE = new URL('../../../../docs/endpoints.md', import.meta.url);

const service = useService();

const namesIn = (cell: string) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);

/** The addresses in the first column of the page's table; the first row has a pattern, and the names that it is for. */
async function documented(): Promise<string[]> {
  const rows = (await readFile(PAGE, 'utf8')).split('\n').filter((line) => line.startsWith('| `'));
  return rows.flatMap((line) => {
    const [first = '', second = ''] = line.split(' | ');
    return namesIn(first).flatMap((address) =>
      address.endsWith('{function}')
        ? namesIn(second).map((name) => address.replace('{function}', name))
        : [address.replace(/\?.*/, '')],
    );
  });
}

/** Those of sign-in have a page of their own, and the page that shows the API loads files that nobody else asks for. */
const toAddress = (path: string) =>
  path.startsWith('/api/auth/') ? '/api/auth/*' : path.replaceAll(/:(\w+)/g, '{$1}');

/** Of links/domains/own-host-only.route.ts: they pass on what they do not refuse. */
const GUARDS = ['/api/*', '/docs/*', '/packages/*'];
const isFileOfPage = (path: string) => /^\/docs\/.*\.\w+$/.test(path);

test('docs/endpoints.md has every address that the service answers, and no other', async () => {
  const paths = service.app.routes
    .map(({ path }) => path)
    .filter((path) => !/^\/?\*$/.test(path) && !GUARDS.includes(path));
  const answered = new Set(paths.filter((path) => !isFileOfPage(path)).map(toAddress));
  expect(answered).toContain('/v1/ingest');
  expect((await documented()).toSorted()).toEqual([...answered].toSorted());
});
