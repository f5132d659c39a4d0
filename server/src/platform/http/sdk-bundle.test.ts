import { createHash } from 'node:crypto';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { VERSION } from '@tributary/sdk/wire/sdk-version';
import { describe, expect, test } from 'vitest';
import { useService } from '../../testing/use-service.ts';

/** What a page loads of the SDK, with everything. */
const MAX_GZIP_BYTES = 15.75 * 1024;

const service = useService();

const load = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  service.request(path, { method, headers });

async function describedBundles() {
  return (await (await load('/sdk.json')).json()) as Record<
    'module' | 'script',
    { version: string; url: string; integrity: string; bytes: number; gzip_bytes: number }
  >;
}

describe.each([
  ['module', '/sdk.js', /export\s*\{[^}]*Tributary[^}]*\}/],
  ['script', '/sdk.iife.js', /globalThis\.Tributary\s*(\?\?)?=/],
] as const)('the SDK as a %s, at %s', (name, path, defines) => {
  test('is one file for pages of any origin, with nothing of Node in it', async () => {
    const response = await load(path);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toContain('text/javascript');
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    expect(response.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
    const code = await response.text();
    expect(code).toMatch(defines);
    expect(code).not.toMatch(/from\s*["']|node:|require\(/);
  });

  test('is compressed for clients that accept it, and the same in each encoding', async () => {
    const plain = Buffer.from(await (await load(path)).arrayBuffer());
    for (const [accepted, decode] of [
      ['gzip, br', brotliDecompressSync],
      ['gzip', gunzipSync],
    ] as const) {
      const response = await load(path, { 'accept-encoding': accepted });
      expect(response.headers.get('content-encoding')).toBe(accepted === 'gzip' ? 'gzip' : 'br');
      expect(response.headers.get('vary')).toBe('Accept-Encoding');
      const body = Buffer.from(await response.arrayBuffer());
      expect(body.length).toBeLessThan(plain.length / 2);
      expect(decode(body).equals(plain)).toBe(true);
    }
  });

  test('is small', async () => {
    expect((await describedBundles())[name].gzip_bytes).toBeLessThanOrEqual(MAX_GZIP_BYTES);
  });

  test('is not sent again to a client that has it in the same encoding', async () => {
    const etag = (await load(path, { 'accept-encoding': 'br' })).headers.get('etag') ?? '';
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`]) {
      const again = await load(path, { 'if-none-match': known, 'accept-encoding': 'br' });
      expect(again.status).toBe(304);
      expect(await again.text()).toBe('');
    }
    expect((await load(path, { 'if-none-match': etag, 'accept-encoding': 'gzip' })).status).toBe(200);
  });

  test('may be kept under its version, and for minutes under its name or any other version', async () => {
    const { url, version } = (await describedBundles())[name];
    expect(url).toBe(`${path}?v=${version}`);
    expect(version.startsWith(`${VERSION}-`)).toBe(true);
    const cached = async (address: string) => (await load(address)).headers.get('cache-control');
    expect(await cached(url)).toBe('public, max-age=31536000, immutable');
    for (const other of [path, `${path}?v=`, `${path}?v=0.9.0-00000000`, `${path}?v=${version}0`])
      expect(await cached(other)).toBe('public, max-age=300');
    expect(await (await load(`${path}?v=0.9.0-00000000`)).text()).toBe(await (await load(url)).text());
  });

  test('has the integrity hash and the size that /sdk.json says', async () => {
    const described = (await describedBundles())[name];
    const body = Buffer.from(await (await load(described.url)).arrayBuffer());
    expect(described.integrity).toBe(`sha384-${createHash('sha384').update(body).digest('base64')}`);
    expect(described.bytes).toBe(body.length);
  });

  test('answers HEAD as GET, without the body', async () => {
    const response = await load(path, {}, 'HEAD');
    expect(response.status).toBe(200);
    expect(response.headers.get('etag')).toBe((await load(path)).headers.get('etag'));
    expect(await response.text()).toBe('');
  });
});
