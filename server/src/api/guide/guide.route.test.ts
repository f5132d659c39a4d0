import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gzipSync } from 'node:zlib';
import { Hono } from 'hono';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { AppEnv } from '../../platform/http/function-route.ts';
import { openBuiltPages } from '../../platform/http/pages/built-pages.ts';
import { mountGuide } from './guide.route.ts';

let around: string;
let folder: string;
beforeEach(async () => {
  around = await mkdtemp(join(tmpdir(), 'tributary-pages-'));
  folder = join(around, 'guide');
});
afterEach(() => rm(around, { recursive: true }));

const HTML = 'text/html; charset=utf-8';
const FILES: Readonly<Record<string, readonly [type: string, text: string]>> = {
  'index.html': [HTML, '<h1>Tributary</h1>'],
  'sdk/web.html': [HTML, '<h1>Web</h1>'],
  'assets/guide.1a2b.js': ['text/javascript; charset=utf-8', 'search()'],
};

/** Writes pages as the build does. */
async function build(files = FILES) {
  const list = Object.entries(files).map(([path, [type, text]]) => [
    path,
    { type, version: `v-${text.length}`, compressed: true },
  ]);
  for (const [path, [, text]] of Object.entries(files)) {
    await mkdir(join(folder, path, '..'), { recursive: true });
    await writeFile(join(folder, path), text);
    await writeFile(join(folder, `${path}.gz`), gzipSync(text));
    await writeFile(join(folder, `${path}.br`), brotliCompressSync(text));
  }
  await writeFile(
    join(folder, 'files.json'),
    JSON.stringify({ sources: 'x', files: Object.fromEntries(list) }),
  );
}

function serve() {
  const app = new Hono<AppEnv>({ strict: false });
  mountGuide(app, openBuiltPages('guide', folder));
  return (path: string, init?: RequestInit) => app.request(path, init);
}

test.each([
  ['/docs/guide', 'index.html'],
  ['/docs/guide/', 'index.html'],
  ['/docs/guide/sdk/web', 'sdk/web.html'],
  ['/docs/guide/sdk/web/', 'sdk/web.html'],
  ['/docs/guide/assets/guide.1a2b.js', 'assets/guide.1a2b.js'],
])('%s is %s, which may load only files of the service', async (path, file) => {
  await build();
  const response = await serve()(path);
  expect([response.status, await response.text()]).toEqual([200, FILES[file]?.[1]]);
  expect(response.headers.get('content-type')).toBe(FILES[file]?.[0]);
  const policy = response.headers.get('content-security-policy') ?? '';
  expect(policy).toContain("default-src 'none'; script-src 'self';");
  expect(policy).not.toMatch(/unsafe|(script|style)-src[^;]*(data|blob|http)/);
});

test('a page comes compressed, and not again to who has it', async () => {
  await build();
  const get = serve();
  const headers = { 'accept-encoding': 'gzip, br' };
  const first = await get('/docs/guide/sdk/web', { headers });
  expect(Object.fromEntries(first.headers)).toMatchObject({
    'content-encoding': 'br',
    'cache-control': 'no-cache',
    vary: 'Accept-Encoding',
  });
  expect(brotliDecompressSync(await first.arrayBuffer()).toString()).toBe('<h1>Web</h1>');
  const known = { 'if-none-match': first.headers.get('etag') ?? '' };
  const again = await get('/docs/guide/sdk/web', { headers: { ...headers, ...known } });
  expect([again.status, await again.text()]).toEqual([304, '']);
  expect((await get('/docs/guide/sdk/web', { headers: known })).status).toBe(200);
});

test('a file with a name made of its content is kept for ever, and HEAD gets headers alone', async () => {
  await build();
  const response = await serve()('/docs/guide/assets/guide.1a2b.js', { method: 'HEAD' });
  expect([response.status, await response.text()]).toEqual([200, '']);
  expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  expect(response.headers.get('content-length')).toBe(String('search()'.length));
});

test.each([
  'no-such-page',
  'files.json',
  'index.html.br',
  '..%2fsecret',
  '%2e%2e%2fsecret',
  '__proto__',
  'constructor',
  'sdk',
  'sdk/web%00',
])('there is no %s', async (path) => {
  await build();
  await writeFile(join(around, 'secret'), 'secret');
  await writeFile(join(around, 'secret.html'), 'secret');
  const response = await serve()(`/docs/guide/${path}`);
  expect([response.status, await response.json()]).toEqual([
    404,
    { error: 'There is no such page. /docs/guide lists all.' },
  ]);
});

test('pages that are built anew are served at once', async () => {
  await build();
  const get = serve();
  await get('/docs/guide');
  await rm(folder, { recursive: true });
  await build({ 'index.html': [HTML, '<h1>Tributary, again</h1>'] });
  expect(await (await get('/docs/guide')).text()).toBe('<h1>Tributary, again</h1>');
  expect((await get('/docs/guide/sdk/web')).status).toBe(404);
});

test('where nothing has been built, a sentence says so', async () => {
  const response = await serve()('/docs/guide');
  expect([response.status, response.headers.get('cache-control')]).toEqual([503, 'no-store']);
  expect(await response.text()).toContain('The guide has not been built here');
  expect((await serve()('/docs/guide/sdk/web')).status).toBe(404);
});
