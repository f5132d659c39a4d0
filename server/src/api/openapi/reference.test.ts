import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { DOCUMENT } from '../../testing/document/document-schemas.ts';
import { TEST_ANON_KEY } from '../../testing/test-service.ts';
import { useService } from '../../testing/use-service.ts';
import { VIEWER } from './page/viewer.ts';

const service = useService({ env: { METRICS_TOKEN: 'metrics-token-for-tests' } });

describe('/openapi.json', () => {
  test('is the document, for anyone, of any origin', async () => {
    const response = await service.request('/openapi.json');
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/json']);
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    expect(await response.json()).toEqual(DOCUMENT);
  });

  test('is not sent twice', async () => {
    const first = await service.request('/openapi.json', { headers: { 'accept-encoding': 'br' } });
    expect([first.headers.get('content-encoding'), first.headers.get('cache-control')]).toEqual([
      'br',
      'public, max-age=300',
    ]);
    const known = { 'accept-encoding': 'br', 'if-none-match': first.headers.get('etag') ?? '' };
    expect((await service.request('/openapi.json', { headers: known })).status).toBe(304);
  });

  test('holds no secret and no address of the service', async () => {
    const text = await (await service.request('/openapi.json')).text();
    const { serviceSecret, publicUrl } = service.services.config;
    for (const secret of [TEST_ANON_KEY, 'metrics-token-for-tests', serviceSecret, publicUrl])
      if (secret !== undefined) expect(text).not.toContain(secret);
  });
});

test.each(VIEWER.files)('%s is that of its package', async (name) => {
  const kept = await readFile(new URL(`./page/viewer/${name}.br`, import.meta.url));
  const own = await readFile(new URL(import.meta.resolve(`${VIEWER.package}/${name}`)));
  expect((await promisify(brotliDecompress)(kept)).equals(own)).toBe(true);
  const response = await service.request(`/docs/${name}`);
  expect(Buffer.from(await response.arrayBuffer()).equals(own)).toBe(true);
});
