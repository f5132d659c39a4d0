import { expect, test } from 'vitest';
import { createOwnHost } from './own-host.ts';

const NAMED = { publicUrl: 'https://go.example.com/t', host: '0.0.0.0', port: 3000 };
const NAMELESS = { publicUrl: undefined, host: '0.0.0.0', port: 3000 };

test.each([
  ['go.example.com', true, false],
  ['GO.example.com.', true, false],
  ['go.example.com:8080', true, false],
  ['other.example.com', false, false],
  ['localhost', true, true],
  ['app.localhost:3000', true, true],
  ['127.0.0.1:3000', true, true],
  ['[::1]:3000', true, true],
  ['192.168.1.20:3000', false, true],
  ['[fe80::1]:3000', false, true],
  ['phone', false, false],
  ['', false, false],
])('%s is the own host: with PUBLIC_URL %s, without one %s', (host, named, nameless) => {
  expect(createOwnHost(NAMED)(host)).toBe(named);
  expect(createOwnHost(NAMELESS)(host)).toBe(nameless);
});
