import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { createGetter, type Getter } from './create-getter.ts';

const servers: Server[] = [];
const getters: Getter[] = [];
afterEach(async () => {
  for (const getter of getters.splice(0)) getter.close();
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  }
});

async function get(answer: RequestListener, { address = '127.0.0.1', allowLoopback = true } = {}) {
  const server = createServer(answer).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const parts = { resolve: async () => [address], allowLoopback, timeoutMs: 5000, maxBytes: 10 };
  const getter = createGetter(parts);
  getters.push(getter);
  return getter.get(`http${allowLoopback ? '' : 's'}://files.example:${port}/a?b=1`, { accept: 'x/y' });
}

test('an answer has its type without parameters, and at most so many bytes', async () => {
  const answered = { kind: 'answered', status: 200, contentType: 'application/json', location: null };
  const send = (text: string) =>
    get((request, response) => {
      response.setHeader('content-type', 'Application/JSON; charset=utf-8');
      response.end(request.method === 'GET' && request.headers.accept === 'x/y' ? text : 'wrong');
    });
  expect(await send('0123456789')).toEqual({ ...answered, body: '0123456789', isCut: false });
  expect(await send('0123456789a')).toEqual({ ...answered, body: '0123456789', isCut: true });
});

test('a redirect is not followed', async () => {
  const outcome = await get((_request, response) => response.writeHead(301, { location: '/b' }).end());
  expect(outcome).toMatchObject({ kind: 'answered', status: 301, contentType: '', location: '/b', body: '' });
});

test('a private address is not reached', async () => {
  let requests = 0;
  const outcome = await get((_request, response) => response.end(String(++requests)), {
    allowLoopback: false,
  });
  expect(outcome).toEqual({ kind: 'refused', reason: 'the name resolves to a private or loopback address' });
  expect(requests).toBe(0);
});
