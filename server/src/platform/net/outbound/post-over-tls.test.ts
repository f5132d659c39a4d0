import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterEach, expect, test } from 'vitest';
import { createPoster } from './create-poster.ts';
import { makeCertificate } from './testing/make-certificate.ts';

const cas = getCACertificates('default');
afterEach(() => setDefaultCACertificates(cas));

test.skipIf(spawnSync('openssl', ['version']).status !== 0).each([
  ['which no one vouches for', false, 'hooks.example', { kind: 'unreachable' }],
  ['of another name', true, 'other.example', { kind: 'unreachable' }],
  ['of its name', true, 'hooks.example', { kind: 'answered', status: 200, body: 'ok' }],
])('a host with a certificate %s', async (_what, isTrusted, name, expected) => {
  const certificate = makeCertificate('hooks.example');
  if (isTrusted) setDefaultCACertificates([...cas, certificate.cert]);
  let requests = 0;
  const server = createServer(certificate, (_request, response) => {
    requests++;
    response.end('ok');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const poster = createPoster({ resolve: async () => ['127.0.0.1'], allowLoopback: true });
  const { port } = server.address() as AddressInfo;
  try {
    const outcome = await poster.post({ url: `https://${name}:${port}/`, headers: {}, body: '{}' });
    expect(outcome).toMatchObject(expected);
    expect(requests).toBe(expected.kind === 'answered' ? 1 : 0);
  } finally {
    poster.close();
    server.closeAllConnections();
    server.close();
  }
});
