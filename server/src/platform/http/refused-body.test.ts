import { Agent, request } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { perSuite } from '../../testing/per-suite.ts';
import { listen } from '../../testing/serve-over-http.ts';
import { TEST_ANON_KEY } from '../../testing/test-service.ts';
import { createTenant } from '../../testing/test-tenant.ts';
import { useService } from '../../testing/use-service.ts';

const LARGE = 'x'.repeat(300_000);

const service = useService();
const tenant = perSuite(() => createTenant(service));
const listening = perSuite(
  () => listen(service),
  ({ close }) => close(),
);

/** A client of its own, with the connections that it has made. */
class Client extends Agent {
  readonly connections = new Set<Socket>();

  constructor() {
    super({ keepAlive: true, maxSockets: 1 });
  }
}

/** Resolves with the status of the response, or with the error code that ended it. */
function ask(
  agent: Client,
  method: string,
  path: string,
  { body = '', chunked = false, signedIn = true } = {},
): Promise<number | string> {
  const headers = {
    apikey: TEST_ANON_KEY,
    ...(signedIn && { authorization: `Bearer ${tenant.owner.token}` }),
    'content-type': 'application/json',
    ...(chunked ? { 'transfer-encoding': 'chunked' } : { 'content-length': String(Buffer.byteLength(body)) }),
  };
  return new Promise((resolve) => {
    const sent = request({ port: listening.port, agent, method, path, headers }, (response) => {
      response.on('end', () => resolve(response.statusCode ?? 0));
      response.resume();
    });
    sent.on('socket', (socket) => agent.connections.add(socket));
    sent.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? 'error'));
    sent.end(body);
  });
}

test.concurrent.each([
  ['too large for tRPC', 'POST', '/trpc/create_app', { body: LARGE }, 413],
  [
    'too large for tRPC, in chunks',
    'POST',
    '/trpc/create_app',
    { body: LARGE.repeat(7), chunked: true },
    413,
  ],
  [
    'for too many calls',
    'POST',
    `/trpc/${Array(21).fill('create_app').join(',')}?batch=1`,
    { body: LARGE.slice(0, 260_000) },
    400,
  ],
  ['without a session', 'POST', '/trpc/create_app', { body: LARGE.slice(0, 260_000), signedIn: false }, 401],
  [
    'without a session, for a procedure',
    'POST',
    '/rest/v1/rpc/create_app',
    { body: LARGE, signedIn: false },
    401,
  ],
  ['too large for a procedure', 'POST', '/rest/v1/rpc/create_app', { body: LARGE }, 413],
  ['too large for ingest', 'POST', '/v1/ingest', { body: LARGE }, 413],
  ['too large for ingest, in chunks', 'POST', '/v1/ingest', { body: LARGE.repeat(7), chunked: true }, 413],
  ['too large for sign-in', 'POST', '/api/auth/sign-in/email', { body: LARGE.slice(0, 100_000) }, 413],
  [
    'too large for sign-in, in chunks',
    'POST',
    '/api/auth/sign-in/email',
    { body: LARGE.repeat(7), chunked: true },
    413,
  ],
  ['that is not expected', 'PUT', '/v1/resolve-key', { body: LARGE }, 405],
  ['for nothing', 'POST', '/nothing', { body: LARGE }, 404],
])('a body %s leaves its connection to those that come after', async (_what, method, path, body, status) => {
  const agent = new Client();
  expect(await ask(agent, method, path, body)).toBe(status);
  const after = new Set<number | string>();
  for (const until = performance.now() + 900; performance.now() < until; await pause(5)) {
    after.add(await ask(agent, 'GET', '/healthz'));
  }
  expect(after).toEqual(new Set([200]));
  expect(agent.connections.size).toBe(1);
  agent.destroy();
});
