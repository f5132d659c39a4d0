import { gunzipSync } from 'node:zlib';
import { expect, test, vi } from 'vitest';
import { gzipStream } from './gzip-stream.ts';

const BODY = new TextEncoder().encode(JSON.stringify({ events: Array(200).fill('😀 event') }));

test('the body is what it was, and smaller on the way', async () => {
  const gzipped = await gzipStream(BODY);
  expect(gzipped.length).toBeLessThan(BODY.length / 5);
  expect(new Uint8Array(gunzipSync(gzipped))).toEqual(BODY);
});

test('a browser without CompressionStream cannot, and sends it as it is', async () => {
  vi.stubGlobal('CompressionStream', undefined);
  await expect(gzipStream(BODY)).rejects.toThrow();
  vi.unstubAllGlobals();
});
