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
    'http://10.0.2.2:8787',
    'http://10.255.255.255/v1/ingest',
    'http://172.16.0.1:80',
    'http://172.31.255.255',
    'http://192.168.1.20:8787',
    'http://169.254.1.1',
    'http://[fc00::1]:8787',
    'http://[FD12:3456:789a::1]:8787',
    'http://[fe80::1]',
    'http://my-machine.local:8787/v1',
    'HTTP://A.B.LOCAL',
  ])('%s is accepted if insecure addresses are allowed, and not otherwise', (text) => {
    expect(parseEndpoint(text, true)).toMatch(/^http:.*\/v1\/ingest$/i);
    expect(parseEndpoint(text, false)).toBeUndefined();
    expect(parseEndpoint(text)).toBeUndefined();
  });

  test.each([
    'http://t.example',
    'http://9.255.255.255',
    'http://11.0.0.1',
    'http://110.0.0.1',
    'http://172.15.0.1',
    'http://172.32.0.1',
    'http://192.169.0.1',
    'http://192.1.168.1',
    'http://8.8.8.8',
    'http://10.0.2.2.example',
    'http://10.example',
    'http://10.0.2.2@evil.example',
    'http://evil.example#.local',
    'http://evil.example/.local',
    'http://evil.example?.local',
    'http://user@my-machine.local',
    'http://my-machine.local.example',
    'http://[fb00::1]',
    'http://[fec0::1]',
    'http://[fc::1]',
    'http://[2001:db8::1]',
    'ftp://10.0.2.2',
  ])('%s is rejected even if insecure addresses are allowed', (text) => {
    expect(parseEndpoint(text, true)).toBeUndefined();
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
