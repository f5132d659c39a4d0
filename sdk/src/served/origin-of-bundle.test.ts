import { expect, test } from 'vitest';
import { originOfBundle } from './origin-of-bundle.ts';

test.each([
  ['https://t.example/sdk.js', 'https://t.example'],
  ['http://127.0.0.1:8787/sdk.js?v=1#x', 'http://127.0.0.1:8787'],
  ['https://t.example/sdk.iife.js', 'https://t.example'],
  ['https://t.example/sdk@1.0.0-0a1b2c3d.js', 'https://t.example'],
  ['https://t.example/sdk@1.0.0-0a1b2c3d.iife.js', 'https://t.example'],
  ['https://cdn.example/assets/sdk.js', undefined],
  ['https://cdn.example/app.js', undefined],
  ['https://cdn.example/app.js?from=https://t.example/sdk.js', undefined],
  ['file:///home/app/sdk.js', undefined],
  ['', undefined],
  [undefined, undefined],
])('a bundle at %s sends to %s', (address, origin) => {
  expect(originOfBundle(address)).toBe(origin);
});
