import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { prepareClose } from './prepare-close.ts';

// Far apart, so that a busy machine does not confuse them.
const WAITS = { arrivalMs: 400, answerMs: 4000 };

let server: Server;
let close: () => Promise<void>;
let waiting: ServerResponse[];
beforeEach(async () => {
  waiting = [];
  server = createServer((request, answer) => {
    if (request.url === '/echo') request.pipe(answer);
    else request.resume();
    waiting.push(answer);
  });
  close = prepareClose(server, WAITS);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(() => server.closeAllConnections());

interface Client {
  socket: Socket;
  received(): string;
  ended: Promise<unknown>;
}

async function send(text: string): Promise<Client> {
  const { port } = server.address() as { port: number };
  const socket = connect(port, '127.0.0.1');
  let received = '';
  socket.on('error', () => {});
  socket.on('data', (chunk: Buffer) => {
    received += chunk;
  });
  await once(socket, 'connect');
  socket.write(text);
  return { socket, received: () => received, ended: once(socket, 'close') };
}

const request = (path: string, body = '') =>
  `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\n\r\n${body}`;

async function untilWaiting(count: number): Promise<void> {
  while (waiting.length < count) await delay(5);
}

describe('closing a server', () => {
  test.each([
    ['on which nothing was sent', ''],
    ['whose headers are not complete', 'POST / HTTP/1.1\r\nHost:'],
    ['whose body is not complete', request('/', 'ab')],
  ])('cuts a connection %s, without waiting as long as for an answer', async (_, text) => {
    const client = await send(text);
    if (text.includes('ab')) await untilWaiting(1);
    const begun = performance.now();
    await close();
    await client.ended;
    expect(performance.now() - begun).toBeLessThan(WAITS.answerMs);
    expect(client.received()).toBe('');
  });

  test('lets a request arrive that is on its way, and answers it', async () => {
    const client = await send('POST /echo HTTP/1.1\r\nHost: x\r\n');
    const closing = close();
    client.socket.write('Content-Length: 4\r\n\r\nabcd');
    await closing;
    await client.ended;
    expect(client.received()).toMatch(/Connection: close.*abcd/s);
  });

  test('answers what it works on, however long that takes up to the limit', async () => {
    const client = await send(request('/', 'abcd'));
    await untilWaiting(1);
    const closing = close();
    await delay(WAITS.arrivalMs * 4);
    waiting[0]?.end('late');
    await closing;
    await client.ended;
    expect(client.received()).toContain('late');
  });

  test('gives up an answer that never comes', async () => {
    const client = await send(request('/', 'abcd'));
    await untilWaiting(1);
    await close();
    await client.ended;
    expect(client.received()).toBe('');
  });

  test('closes a connection that was kept open when its answer has left', async () => {
    const client = await send(request('/', 'abcd'));
    await untilWaiting(1);
    // The headers announcing keep-alive are sent before the close begins.
    waiting[0]?.write('first');
    const closing = close();
    await delay(WAITS.arrivalMs * 2);
    waiting[0]?.end('last');
    const begun = performance.now();
    await closing;
    expect(performance.now() - begun).toBeLessThan(WAITS.answerMs - WAITS.arrivalMs * 3);
    await client.ended;
    expect(client.received()).toContain('last');
  });

  test('takes no further connection', async () => {
    const client = await send(request('/', 'abcd'));
    await untilWaiting(1);
    const closing = close();
    const { port } = (server.address() ?? { port: 1 }) as { port: number };
    const late = connect(port, '127.0.0.1');
    await expect(once(late, 'connect')).rejects.toThrow('ECONNREFUSED');
    waiting[0]?.end();
    await closing;
    await client.ended;
  });
});
