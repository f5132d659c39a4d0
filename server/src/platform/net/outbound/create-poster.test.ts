import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { createPoster, type Poster } from './create-poster.ts';

const servers: Server[] = [];
const posters: Poster[] = [];
afterEach(async () => {
  for (const poster of posters.splice(0)) poster.close();
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  }
});

/** A host on this machine, and how often something has connected to it. */
async function host(answer: RequestListener) {
  let connections = 0;
  const server = createServer(answer).listen(0, '127.0.0.1');
  server.on('connection', () => connections++);
  servers.push(server);
  await once(server, 'listening');
  return { port: (server.address() as AddressInfo).port, connections: () => connections };
}

function poster(options: { addresses?: string[][]; allowLoopback?: boolean; timeoutMs?: number } = {}) {
  const { addresses = [['127.0.0.1']], allowLoopback = true, timeoutMs = 30_000 } = options;
  let asked = 0;
  const made = createPoster({
    resolve: async () => addresses[Math.min(asked++, addresses.length - 1)] ?? [],
    allowLoopback,
    timeoutMs,
  });
  posters.push(made);
  return { asked: () => asked, post: (url: string) => made.post({ url, headers: {}, body: '{}' }) };
}

const ok: RequestListener = (_request, response) => response.end('{"ok":true}');
const REFUSED = { kind: 'refused' };

describe('a host that must not be reached', () => {
  test.each([
    ['loopback', (port: number) => `https://127.0.0.1:${port}/`],
    ['loopback of IPv6', (port: number) => `https://[::1]:${port}/`],
    ['loopback as one number', (port: number) => `https://2130706433:${port}/`],
    ['loopback in hex', (port: number) => `https://0x7f.1:${port}/`],
    ['loopback in octal', (port: number) => `https://0177.0.0.1:${port}/`],
    ['IPv4 mapped', (port: number) => `https://[::ffff:127.0.0.1]:${port}/`],
    ['IPv4 compatible', (port: number) => `https://[::127.0.0.1]:${port}/`],
    ['every address', (port: number) => `https://0.0.0.0:${port}/`],
    ['its own name', (port: number) => `https://localhost:${port}/`],
    ['its own name, with a dot', (port: number) => `https://localhost.:${port}/`],
    ['plain http', (port: number) => `http://example.com:${port}/`],
    ['metadata', () => 'https://169.254.169.254/latest/meta-data/'],
    ['another scheme', () => 'file:///etc/passwd'],
  ])('is not, as %s', async (_name, url) => {
    const { port, connections } = await host(ok);
    expect(await poster({ allowLoopback: false }).post(url(port))).toMatchObject(REFUSED);
    expect(connections()).toBe(0);
  });

  test.each([
    ['loopback', ['127.0.0.1']],
    ['loopback of IPv6', ['::1']],
    ['private', ['10.0.0.1']],
    ['private of IPv6', ['fd00::1']],
    ['link-local', ['169.254.1.1']],
    ['link-local of IPv6', ['fe80::1']],
    ['6to4 of loopback', ['2002:7f00:1::']],
    ['every address', ['0.0.0.0']],
    ['metadata', ['169.254.169.254']],
    ['IPv4 mapped', ['::ffff:127.0.0.1']],
    ['NAT64', ['64:ff9b::7f00:1']],
    ['one that may be reached and one that may not', ['8.8.8.8', '127.0.0.1']],
  ])('is not, by a name that resolves to %s', async (_name, addresses) => {
    const { port, connections } = await host(ok);
    const outcome = await poster({ addresses: [addresses], allowLoopback: false }).post(
      `https://example.com:${port}/`,
    );
    expect(outcome).toEqual({
      kind: 'refused',
      reason: 'the name resolves to a private or loopback address',
    });
    expect(connections()).toBe(0);
  });

  test('is not, by a name that changes its answer: what is connected to is what was checked', async () => {
    const { port } = await host((_request, response) => response.setHeader('connection', 'close').end('{}'));
    const { post, asked } = poster({ addresses: [['127.0.0.1'], ['10.0.0.1']] });
    expect(await post(`http://rebinding.example:${port}/`)).toMatchObject({ kind: 'answered', status: 200 });
    expect(asked()).toBe(1);
    expect(await post(`http://rebinding.example:${port}/`)).toMatchObject(REFUSED);
    expect(asked()).toBe(2);
  });

  test.each([301, 302, 303, 307, 308])('is not, by a redirect with %i', async (status) => {
    const target = await host(ok);
    const { port } = await host((_request, response) =>
      response.writeHead(status, { location: `http://127.0.0.1:${target.port}/` }).end(),
    );
    expect(await poster().post(`http://127.0.0.1:${port}/`)).toMatchObject({ kind: 'answered', status });
    expect(target.connections()).toBe(0);
  });
});

describe('an answer', () => {
  test('is read up to its end', async () => {
    const { port } = await host(ok);
    expect(await poster().post(`http://127.0.0.1:${port}/`)).toEqual({
      kind: 'answered',
      status: 200,
      body: '{"ok":true}',
    });
  });

  test('is read up to 64 KB, however much follows', async () => {
    const { port } = await host((_request, response) => {
      const more = () => response.destroyed || response.write('x'.repeat(16_384), more);
      more();
    });
    const outcome = await poster().post(`http://127.0.0.1:${port}/`);
    expect(outcome).toMatchObject({ kind: 'answered', status: 200, body: 'x'.repeat(65_536) });
  });

  test.each([
    ['that never comes', () => {}],
    [
      'that comes byte by byte',
      (_request: unknown, response: Parameters<RequestListener>[1]) => {
        const timer = setInterval(() => response.write('x'), 20);
        response.on('close', () => clearInterval(timer));
      },
    ],
  ] satisfies [string, RequestListener][])('%s is not waited for', async (_name, answer) => {
    const { port } = await host(answer);
    const outcome = await poster({ timeoutMs: 300 }).post(`http://127.0.0.1:${port}/`);
    expect(outcome).toEqual({ kind: 'unreachable', reason: 'no answer within 0.3 s' });
  });

  test('is missing where nothing listens', async () => {
    const { port } = await host(ok);
    servers.at(-1)?.close();
    const outcome = await poster().post(`http://127.0.0.1:${port}/`);
    expect(outcome).toEqual({ kind: 'unreachable', reason: 'the connection was refused' });
  });

  test('is missing where the connection ends first', async () => {
    const { port } = await host((request) => request.socket.destroy());
    const outcome = await poster().post(`http://127.0.0.1:${port}/`);
    expect(outcome).toEqual({
      kind: 'unreachable',
      reason: 'the connection was closed without an answer',
    });
  });

  test('is missing where the name does not resolve', async () => {
    const made = createPoster({
      resolve: () => Promise.reject(Object.assign(new Error('no such name'), { code: 'ENOTFOUND' })),
      allowLoopback: true,
    });
    posters.push(made);
    expect(await made.post({ url: 'https://nowhere.example/', headers: {}, body: '' })).toEqual({
      kind: 'unreachable',
      reason: 'the name does not resolve',
    });
  });
});
