import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { Hono } from 'hono';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AppEnv } from '../../platform/http/function-route.ts';
import { VERSION } from '../../platform/settings/version.ts';
import { perSuite } from '../../testing/per-suite.ts';
import { serveOverHttp } from '../../testing/serve-over-http.ts';
import { startTestService } from '../../testing/test-service.ts';
import { openPackageShelf } from './package-shelf.ts';
import { mountPackages } from './packages.route.ts';

let around: string;
let folder: string;
beforeAll(async () => {
  around = await mkdtemp(join(tmpdir(), 'tributary-shelf-'));
  folder = join(around, 'packages');
  await mkdir(folder);
});
afterAll(() => rm(around, { recursive: true }));

const put = async (name: string, text: string, version = VERSION) => {
  const draft = join(folder, 'draft');
  await writeFile(draft, gzipSync(text));
  await rename(draft, join(folder, `tributary-${name}-${version}.tgz`));
};

/** The routes alone, with the packages of the folder. */
function serve(publicUrl = 'https://t.example', packages = folder) {
  const app = new Hono<AppEnv>({ strict: false });
  mountPackages(app, { config: { publicUrl, host: '127.0.0.1', port: 8787 } }, openPackageShelf(packages));
  return (path: string, init?: RequestInit) => app.request(path, init);
}

const unpacked = async (response: Response) => gunzipSync(await response.arrayBuffer()).toString();

test('the version is that of the project, which the packages have', async () => {
  const root = new URL('../../../../package.json', import.meta.url);
  expect(JSON.parse(await readFile(root, 'utf8')).version).toBe(VERSION);
});

describe('a package', () => {
  test('is served as a file, with its length and what proxies and npm may keep', async () => {
    await put('sdk', 'one');
    const response = await serve()('/packages/sdk.tgz');
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/gzip',
      'content-length': String(gzipSync('one').length),
      'content-disposition': `attachment; filename="tributary-sdk-${VERSION}.tgz"`,
      'cache-control': 'public, max-age=300',
      etag: expect.stringMatching(/^"[\w-]{22}"$/),
    });
    expect(response.headers.has('content-encoding')).toBe(false);
    expect(await unpacked(response)).toBe('one');
  });

  test('is not sent to who has it, and HEAD gets its headers alone', async () => {
    await put('sdk', 'one');
    const get = serve();
    const etag = (await get('/packages/sdk.tgz')).headers.get('etag') ?? '';
    const again = await get('/packages/sdk.tgz', { headers: { 'if-none-match': etag } });
    expect([again.status, await again.text()]).toEqual([304, '']);
    const head = await get('/packages/sdk.tgz', { method: 'HEAD' });
    expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([
      200,
      String(gzipSync('one').length),
      '',
    ]);
  });

  test('is the new one as soon as it has been packed, and gone as soon as it is removed', async () => {
    const get = serve();
    await put('harness', 'one');
    const first = await get('/packages/harness.tgz');
    await put('harness', 'two');
    const second = await get('/packages/harness.tgz');
    expect([await unpacked(first), await unpacked(second)]).toEqual(['one', 'two']);
    expect(second.headers.get('etag')).not.toBe(first.headers.get('etag'));
    await rm(join(folder, `tributary-harness-${VERSION}.tgz`));
    expect((await get('/packages/harness.tgz')).status).toBe(404);
  });

  test('of another version is none', async () => {
    await put('client', 'old', '0.9.0');
    const response = await serve()('/packages/client.tgz');
    expect([response.status, await response.json()]).toEqual([
      404,
      { error: expect.stringContaining('npm run pack') },
    ]);
  });

  test.each([
    'server.tgz',
    'sdk',
    'sdk.tgz.sig',
    'SDK.tgz',
    '__proto__.tgz',
    'constructor.tgz',
    '..%2F..%2Fpackage.json',
    '..%2fsecret.tgz',
    '%2e%2e%2fsecret.tgz',
    '..%5csecret.tgz',
    'sdk.tgz%00',
    `tributary-sdk-${VERSION}.tgz`,
  ])('is not found by %s', async (file) => {
    await writeFile(join(around, 'secret.tgz'), 'secret');
    await put('sdk', 'one');
    const response = await serve()(`/packages/${file}`);
    expect(response.status).toBe(404);
    expect(await response.json()).toEqual({ error: expect.stringContaining('/packages/client.tgz') });
  });
});

describe('the page', () => {
  test.each(['/packages', '/packages/'])('%s shows the line that installs each package', async (path) => {
    await put('sdk', 'one');
    const response = await serve()(path);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toContain('text/html');
    const page = await response.text();
    expect(page).toContain('npm install https://t.example/packages/sdk.tgz');
    expect(page).not.toContain('harness');
  });

  test.each([
    ['https://t.example/a&b/', 'npm install &#39;https://t.example/a&amp;b/packages/sdk.tgz&#39;'],
    ['https://t.example/<b>"$(id)', '%3Cb%3E%22$(id)/packages/sdk.tgz&#39;'],
    ['http://[::1]:8787', 'npm install &#39;http://[::1]:8787/packages/sdk.tgz&#39;'],
  ])(
    'of %s is HTML in which nothing of that address is markup, and a line for a shell',
    async (url, line) => {
      await put('sdk', 'one');
      const page = await (await serve(url.replace(/\/$/, ''))('/packages/')).text();
      expect(page).toContain(line);
      expect(page).not.toContain('<b>');
    },
  );

  test('may load nothing, and its only style is the one that its policy names', async () => {
    await put('sdk', 'one');
    const response = await serve()('/packages/');
    const policy = response.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toContain('unsafe');
    const [, style = ''] = /<style>(.*?)<\/style>/s.exec(await response.text()) ?? [];
    expect(policy).toContain(`style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`);
  });

  test('says so where there are no packages', async () => {
    const empty = join(folder, 'empty');
    await mkdir(empty);
    const response = await serve('https://t.example', empty)('/packages/');
    expect(response.status).toBe(200);
    expect(await response.text()).toContain('npm run pack');
  });
});

describe('over HTTP', () => {
  const service = perSuite(
    async () => serveOverHttp(await startTestService()),
    (served) => served.close(),
  );

  test.each(['/packages/../packages/server.tgz', '/packages/..%2f..%2fpackage.json'])(
    'the service knows the addresses, and %s is none',
    async (path) => {
      const response = await service.request(path);
      expect([response.status, await response.json()]).toEqual([
        404,
        { error: expect.stringContaining('There is no such package') },
      ]);
    },
  );
});
