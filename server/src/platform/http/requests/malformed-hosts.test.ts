import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { createApp } from '../../../run/assembly/app.ts';
import { captureLog } from '../../../testing/capture-log.ts';
import { perSuite } from '../../../testing/per-suite.ts';
import { listen } from '../../../testing/serve-over-http.ts';
import { useService } from '../../../testing/use-service.ts';

const captured = captureLog('debug');
const service = useService({ log: captured.log });
const server = perSuite(
  () => listen(service),
  (one) => one.close(),
);

const MALFORMED = [
  '999.1.1.1',
  '999.1.1.1:8080',
  '1.2.3.4.5',
  '256.256.256.256',
  '127.0.0.999',
  'a.0x1ffffffff',
  'go.example.com:65536',
  'go.example.com:80a',
  'go.example.com/a',
  'me@go.example.com',
  'go.example.com?a',
  'go.example.com#a',
  'go example.com',
  'go.example%2ecom%',
  '[::1',
  '[::1]]',
  '::1',
  '[fe80::1%25eth0]',
  'a<b',
  '^',
];

async function ask(agent: Agent, method: string, path: string, host: string) {
  const options = { port: server.port, host: '127.0.0.1', agent, method, path, setHost: false };
  const asked = request({ ...options, headers: { host, 'content-type': 'application/json' } });
  asked.end(method === 'POST' ? '{}' : undefined);
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  return { status: answer.statusCode, body: await text(answer), headers: answer.headers };
}

describe('a Host that names none', () => {
  test.each(MALFORMED)('%j is a 400 on every route, by every method', async (host) => {
    const agent = new Agent({ keepAlive: true });
    const paths = new Set(createApp(service.services).routes.map(({ path }) => path.replace('*', 'x')));
    expect(paths.size).toBeGreaterThan(40);
    for (const path of [...paths, '/trpc/list_accounts?batch=1&input=%7B%7D', '/trpc/x', '/none']) {
      for (const method of ['GET', 'POST']) {
        const { status, body, headers } = await ask(agent, method, path, host);
        expect([method, path, status]).toEqual([method, path, 400]);
        expect(JSON.parse(body)).toEqual({ error: expect.stringMatching(/Host/) });
        expect(headers['x-content-type-options']).toBe('nosniff');
      }
    }
    agent.destroy();
    expect(captured.lines().filter(({ level }) => level > 30)).toEqual([]);
  });

  test('does not spoil the next request of its connection, nor those of others', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    for (const host of ['999.1.1.1', 'localhost', '999.1.1.1'])
      expect((await ask(agent, 'GET', '/healthz', host)).status).toBe(host === 'localhost' ? 200 : 400);
    agent.destroy();
  });

  test.each([
    'localhost',
    'LOCALHOST:80',
    'go.example.com.',
    'a_b.example',
    '[::1]:8787',
    '1.2.3.4',
    'xn--bcher-kva.example',
  ])('is not %s', async (host) => {
    const agent = new Agent();
    expect((await ask(agent, 'GET', '/healthz', host)).status).toBe(200);
  });
});
