import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { Hono } from 'hono';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { toAppError } from '../../platform/errors/to-app-error.ts';
import type { AppEnv } from '../../platform/http/function-route.ts';
import { openBuiltPages } from '../../platform/http/pages/built-pages.ts';
import { useService } from '../../testing/use-service.ts';
import { mountConsole } from './console.route.ts';

const service = useService({ env: { PUBLIC_URL: 'https://t.example/base' } });
const SCRIPT = 'export {};';
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tributary-console-'));
  await mkdir(join(folder, 'assets'));
  const page = '<script type="module" src="./assets/index-1.js"></script>';
  await writeFile(join(folder, 'index.html'), page);
  await writeFile(join(folder, 'assets/index-1.js'), SCRIPT);
  await writeFile(join(folder, 'assets/index-1.js.gz'), gzipSync(SCRIPT));
  const files = {
    'index.html': { type: 'text/html; charset=utf-8', version: 'a', compressed: true },
    'assets/index-1.js': { type: 'text/javascript', version: 'b', compressed: true },
  };
  await writeFile(join(folder, 'files.json'), JSON.stringify({ files }));
});
afterAll(() => rm(folder, { recursive: true }));

function ask(path: string, init?: RequestInit, built = folder) {
  const app = new Hono<AppEnv>({ strict: false });
  app.onError((error, c) => c.text(error.message, toAppError(error).status as 405));
  mountConsole(app, service.services, openBuiltPages('console', built));
  return app.request(path, init);
}

describe('the page', () => {
  test.each(['/console', '/console/', '/console/overview', '/console/links/1?app=2'])(
    'is the answer at %s, and names its assets below the path of the service',
    async (path) => {
      const response = await ask(path);
      expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-cache']);
      expect(await response.text()).toContain('src="/base/console/assets/index-1.js"');
    },
  );

  test('runs nothing but the service’s own scripts, and makes no markup of text', async () => {
    const policy = (await ask('/console')).headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'; script-src 'self'; ");
    expect(policy).toContain("require-trusted-types-for 'script'");
    expect(policy).not.toContain('unsafe');
    expect(/(?:script|style)-src[^;]*(?:data|blob|http):/.test(policy)).toBe(false);
  });

  test('is a sentence where it was not built', async () => {
    const response = await ask('/console', {}, join(folder, 'none'));
    expect([response.status, await response.text()]).toEqual([503, expect.stringContaining('npm start')]);
  });

  test('takes no other method', async () => {
    const response = await ask('/console/overview', { method: 'PUT' });
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
    expect((await ask('/console', { method: 'HEAD' })).status).toBe(200);
  });
});

describe('an asset', () => {
  test('never changes under its name, and is sent compressed', async () => {
    const response = await ask('/console/assets/index-1.js', { headers: { 'accept-encoding': 'gzip' } });
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(response.headers.get('content-encoding')).toBe('gzip');
    expect(new Uint8Array(await response.arrayBuffer())).toEqual(new Uint8Array(gzipSync(SCRIPT)));
  });

  test.each(['none.js', '..%2findex.html', '..%2f..%2fpackage.json'])(
    'that is not there (%s) is a 404',
    async (name) => {
      expect((await ask(`/console/assets/${name}`)).status).toBe(404);
    },
  );
});

describe('the way in', () => {
  test('leads a browser to the console, and tells others in a line', async () => {
    const browser = await ask('/', { headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } });
    expect([browser.status, browser.headers.get('location')]).toEqual([302, '/base/console']);
    const other = await ask('/', { headers: { accept: '*/*' } });
    expect([other.status, await other.text()]).toEqual([200, expect.stringContaining('/console')]);
    for (const { headers } of [browser, other]) expect(headers.get('vary')).toBe('Accept');
  });

  test.each(['/invitation', '/reset-password'])('leads from %s of older mails', async (path) => {
    const response = await ask(path);
    expect([response.status, response.headers.get('location')]).toEqual([302, `/base/console${path}`]);
  });
});
