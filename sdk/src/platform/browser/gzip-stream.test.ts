import { gunzipSync } from 'node:zlib';
import { expect, test, vi } from 'vitest';
import { gzipStream } from './gzip-stream.ts';

const BODY = new TextEncoder().encode(JSON.stringify({ events: Array(200).fill('😀 event') }));

test('the body is what it was, and smaller on the way', async () => {
  const gzipped = (await gzipStream(BODY)) ?? new Uint8Array();
  expect(gzipped.length).toBeLessThan(BODY.length / 5);
  expect(new Uint8Array(gunzipSync(gzipped))).toEqual(BODY);
});

test('a browser without CompressionStream sends it as it is', async () => {
  vi.stubGlobal('CompressionStream', undefined);
  expect(await gzipStream(BODY)).toBeUndefined();
  vi.unstubAllGlobals();
});
