import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, Socket } from 'node:net';
import { Registry } from 'prom-client';
import { describe, expect, test } from 'vitest';
import { perTest } from '../../../testing/per-suite.ts';
import { listen } from '../../../testing/serve-over-http.ts';
import { useService } from '../../../testing/use-service.ts';
import { readConfig } from '../../settings/config.ts';
import { createConnectionCap } from './connection-cap.ts';

/** How many of the connections from these addresses are let in. */
async function admitted(env: Record<string, string>, addresses: readonly string[]): Promise<number> {
  const server = createServer();
  server.removeAllListeners('connection');
  const registry = new Registry();
  createConnectionCap(readConfig(env), registry).guard(server);
  const sockets = addresses.map((remoteAddress) => {
    const socket = new Socket();
    Object.defineProperty(socket, 'remoteAddress', { value: remoteAddress });
    server.emit('connection', socket);
    return socket;
  });
  for (const socket of sockets) socket.destroy();
  const [refused] = (await registry.getMetricsAsJSON()).flatMap(({ values }) => values);
  return addresses.length - Number(refused?.value);
}

const times = (count: number, address: string) => Array<string>(count).fill(address);

describe('from one address', () => {
  test.each([255, 256, 257])('of %i connections, 256 are let in', async (count) => {
    expect(await admitted({}, times(count, '203.0.113.7'))).toBe(Math.min(count, 256));
  });

  test('another spelling is the same, and an IPv6 network is one', async () => {
    expect(await admitted({}, [...times(200, '203.0.113.7'), ...times(200, '::ffff:203.0.113.7')])).toBe(256);
    const network = Array.from({ length: 300 }, (_, n) => `2001:db8::${n.toString(16)}`);
    expect(await admitted({}, network)).toBe(256);
    expect(await admitted({}, [...network, '2001:db8:0:1::1'])).toBe(257);
  });

  test.each([
    ['127.0.0.1', {}],
    ['::1', {}],
    ['::ffff:127.0.0.1', {}],
    ['10.1.2.3', { TRUST_PROXY: '10.0.0.0/8' }],
    ['203.0.113.7', { TRUST_PROXY: '1' }],
  ])('%s has no cap, unless it is set (%o)', async (address, env) => {
    expect(await admitted(env, times(300, address))).toBe(300);
    expect(await admitted({ ...env, MAX_CONNECTIONS_PER_ADDRESS: '20' }, times(300, address))).toBe(20);
  });

  test('whoever is no trusted proxy is capped', async () => {
    expect(await admitted({ TRUST_PROXY: '10.0.0.0/8' }, times(300, '11.0.0.1'))).toBe(256);
  });
});

describe('over sockets', () => {
  const service = useService({ env: { MAX_CONNECTIONS_PER_ADDRESS: '3' } });
  const listening = perTest(
    () => listen(service),
    ({ close }) => close(),
  );

  async function dial() {
    const socket = connect(listening.port, '127.0.0.1');
    let received = '';
    socket.on('data', (chunk) => {
      received += chunk;
    });
    socket.on('error', () => {});
    await once(socket, 'connect');
    return { socket, received: () => received };
  }

  const ask = async () => {
    const { socket, received } = await dial();
    socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    await once(socket, 'close');
    return received();
  };

  test('one too many is answered 429 and closed; the next is let in when one has left', async () => {
    const [first, ...others] = [await dial(), await dial()];
    expect(await ask()).toMatch(/^HTTP\/1.1 200/);
    const third = await dial();
    const refused = await dial();
    await once(refused.socket, 'close');
    expect(refused.received()).toMatch(/^HTTP\/1.1 429 .*\r\nRetry-After: 5\r\n.*too many connections/s);
    expect(await service.services.metrics.registry.metrics()).toMatch(/connections_refused_total [1-9]/);
    first.socket.destroy();
    await expect.poll(ask).toMatch(/^HTTP\/1.1 200/);
    for (const { socket } of [...others, third]) socket.destroy();
  });
});
