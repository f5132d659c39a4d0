import { describe, expect, test } from 'vitest';
import { parseEndpoint, siblingOf } from './endpoint.ts';

describe('an ingest endpoint', () => {
  test.each([
    ['https://t.example/v1/ingest', 'https://t.example/v1/ingest', 'https://t.example/v1/resolve-key'],
    ['https://t.example', 'https://t.example/v1/ingest', 'https://t.example/v1/resolve-key'],
    ['https://t.example/', 'https://t.example/v1/ingest', 'https://t.example/v1/resolve-key'],
    [
      'https://t.example/functions/v1/',
      'https://t.example/functions/v1/ingest',
      'https://t.example/functions/v1/resolve-key',
    ],
    [
      'https://shop.example/collect/in',
      'https://shop.example/collect/in',
      'https://shop.example/collect/resolve-key',
    ],
    ['HTTP://localhost:8787', 'http://localhost:8787/v1/ingest', 'http://localhost:8787/v1/resolve-key'],
    ['http://127.0.0.1:1/v1/ingest', 'http://127.0.0.1:1/v1/ingest', 'http://127.0.0.1:1/v1/resolve-key'],
    ['http://[::1]:8787', 'http://[::1]:8787/v1/ingest', 'http://[::1]:8787/v1/resolve-key'],
  ])('%s is accepted, and the other endpoints share its base path', (text, ingest, resolveKey) => {
    expect(parseEndpoint(text)).toBe(ingest);
    expect(siblingOf(ingest, 'resolve-key')).toBe(resolveKey);
  });

  test.each([
    'http://t.example/v1/ingest',
    'http://localhost.evil.example',
    'http://localhost@evil.example',
    'http://127.0.0.1.evil.example',
    'ftp://t.example',
    't.example/v1/ingest',
    'https://t.example/v1/ingest?x=1',
    'https://user:pass@t.example',
    'https://',
    '',
  ])('%s is rejected', (text) => {
    expect(parseEndpoint(text)).toBeUndefined();
  });
});
