import { beforeAll, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { callTrpc } from '../../testing/call-trpc.ts';
import { PROCEDURES } from '../../testing/matrix/caller-matrix.ts';
import { createMatrixWorld } from '../../testing/matrix/matrix-world.ts';
import { perSuite } from '../../testing/per-suite.ts';
import { TEST_ANON_KEY } from '../../testing/test-service.ts';
import { useService } from '../../testing/use-service.ts';
import { appRouter, isProcedure } from '../router.ts';

let headers: Record<string, string>;
const service = useService();
const world = perSuite(() => createMatrixWorld(service));
beforeAll(() => {
  headers = { apikey: TEST_ANON_KEY, authorization: `Bearer ${world.tenant.owner.token}` };
});

interface Refusal {
  readonly error: string;
  readonly message: string;
}

const post = (path: string, body?: string | Uint8Array<ArrayBuffer>) =>
  service.request(path, { method: 'POST', headers, ...(body !== undefined && { body }) });

test.each([
  '/rest/v1/rpc/drop_tables',
  '/rest/v1/rpc/constructor',
  '/rest/v1/rpc/__proto__',
  '/rest/v1/rpc/toString',
  '/rest/v1/rpc/hasOwnProperty',
  '/rest/v1/rpc/LIST_APPS',
  '/rest/v1/rpc/analytics',
  '/rest/v1/rpc/analytics.summary',
  '/rest/v1/rpc/%00',
  '/rest/v1/rpc/%E0%A4%A',
])('%s is no procedure', async (path) => {
  const response = await post(path, '{}');
  expect(response.status).toBe(404);
  expect(await response.json()).toEqual({ error: 'no such procedure', message: 'no such procedure' });
});

test.each(['/rest/v1/rpc/list_apps/x', '/rest/v1/rpc/', '/rest/v1/rpc', '/rest/v1/list_apps'])(
  '%s is nothing, in the words of procedures',
  async (path) => {
    const response = await post(path, '{}');
    expect([response.status, await response.json()]).toEqual([
      404,
      { error: 'not found', message: 'not found' },
    ]);
  },
);

test.each([
  'constructor',
  '__proto__',
  'toString',
  'analytics',
  'analytics.constructor',
  'list_apps.x',
  '%00',
])('/trpc/%s is no procedure', async (name) => {
  expect((await service.request(`/trpc/${name}`, { headers })).status).toBe(404);
});

test.each(['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])(
  '%s is not how it is called',
  async (method) => {
    const response = await service.request('/rest/v1/rpc/list_apps', { method, headers });
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST']);
    const body = await response.text();
    if (method === 'HEAD') expect(body).toBe('');
    else expect(JSON.parse(body)).toMatchObject({ message: `${method} is not allowed here` });
  },
);

describe('a body', () => {
  test.each([
    ['[]', 'the body must be a JSON object'],
    ['[{}]', 'the body must be a JSON object'],
    ['7', 'the body must be a JSON object'],
    ['null', 'the body must be a JSON object'],
    ['"x"', 'the body must be a JSON object'],
    ['{', 'the body is not valid JSON'],
    ['['.repeat(100_000), 'the body is not valid JSON'],
    [' ', 'the body is not valid JSON'],
    [Buffer.from([0x7b, 0xff, 0x7d]), 'the body is not valid JSON'],
    ['{"constructor":1}', 'constructor: unknown argument'],
    ['{"__proto__":1}', '__proto__: unknown argument'],
    ['{"toString":1}', 'toString: unknown argument'],
    ['{"p_limit":1e400}', 'p_limit: must be a whole number'],
    [
      '{"p_limit":0,"p_cursor":7,"p_app_id":"x","colour":1,"constructor":2}',
      'p_app_id: must be a UUID (version 4); p_limit: must be 1 or more; p_cursor: must be a string; ' +
        'colour: unknown argument; constructor: unknown argument',
    ],
  ])('%j is refused', async (body, error) => {
    const response = await post('/rest/v1/rpc/list_apps', body);
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({ error, message: error });
  });

  test('with hundreds of unknown arguments is refused in a sentence of bounded length', async () => {
    const many = Array.from({ length: 2000 }, (_, n) => [`${'x'.repeat(100)}${n}`, 1]);
    const response = await post('/rest/v1/rpc/list_apps', JSON.stringify(Object.fromEntries(many)));
    expect(response.status).toBe(400);
    expect(((await response.json()) as Refusal).error.length).toBeLessThan(5000);
  });

  test('that is empty has no arguments, on either transport', async () => {
    const response = await post('/rest/v1/rpc/list_apps');
    expect(response.status).toBe(200);
    const typed = await callTrpc(service, 'list_apps', undefined, headers);
    expect(typed).toEqual({ status: 200, data: await response.json() });
    expect(await callTrpc(service, 'create_campaign', undefined, headers)).toEqual({
      status: 400,
      message: 'p_name: is missing',
    });
  });

  test.each([[null], [[]], [7], ['x']])('%j is refused by tRPC', async (input) => {
    expect(await callTrpc(service, 'list_apps', input, headers)).toEqual({
      status: 400,
      message: 'the arguments must be an object',
    });
  });

  test.each([
    '{',
    '7',
    'null',
    '{"json":{},"meta":{"values":["nope"]}}',
    '{"json":{"p_limit":1},"meta":{"values":{"p_limit":[["class","x"]]}}}',
    '{"json":{"p_limit":1},"meta":{"values":{"__proto__.x":["Date"]}}}',
    '{"json":{"p_limit":"x"},"meta":{"values":{"p_limit":["bigint"]}}}',
    '{"json":{"p_limit":1},"meta":{"values":{"p_limit":["Date"]}}}',
  ])('%s is nothing that superjson writes, and no fault of the service', async (input) => {
    const query = await service.request(`/trpc/list_apps?input=${encodeURIComponent(input)}`, { headers });
    expect(query.status).toBeLessThan(500);
    const mutation = await service.request('/trpc/create_campaign', {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: input,
    });
    expect(mutation.status).toBe(400);
  });
});

const SHAPES = Object.entries<object>(appRouter._def.procedures)
  .filter(([name]) => isProcedure(name))
  .map(
    ([name, procedure]) => [name, (Reflect.get(procedure, '_def').inputs[0] as z.ZodObject).shape] as const,
  );

describe.each(SHAPES)('%s', (name, shape) => {
  const required = Object.keys(shape).filter((argument) => !shape[argument]?.safeParse(undefined).success);

  test.runIf(required.length > 0)('names every argument that is missing', async () => {
    const response = await world.tenant.owner.rpc(name, {});
    expect(response.status).toBe(400);
    const named = ((await response.json()) as Refusal).error
      .split('; ')
      .map((clause) => clause.split(': ')[0]);
    expect(named).toEqual(required);
  });

  test('names an argument that it does not know', async () => {
    const args = { ...PROCEDURES[name]?.args?.(world), p_colour: 'red' };
    const error = 'p_colour: unknown argument';
    const response = await world.tenant.owner.rpc(name, args);
    expect([response.status, await response.json()]).toEqual([400, { error, message: error }]);
    expect(await callTrpc(service, name, args, headers)).toEqual({ status: 400, message: error });
  });
});

/** Values that might be sent for any argument. */
const ODD_VALUES = [
  true,
  -1,
  1.5,
  1e308,
  '',
  'x',
  'a\0b',
  'a\ud800',
  '2026-02-30',
  'x'.repeat(100_000),
  [],
  [null],
  {},
  { constructor: 1 },
  JSON.parse('{"__proto__":{"x":1}}'),
  JSON.parse(`${'{"a":'.repeat(1000)}1${'}'.repeat(1000)}`),
];

/** create_account moves a session to another account, where the arguments refer to nothing. */
const returnToAccount = () =>
  service.services.workPool.query('update auth_sessions set active_account_id = $1 where user_id = $2', [
    world.tenant.accountId,
    world.tenant.owner.userId,
  ]);

const ARGUMENTS = SHAPES.flatMap(([name, shape]) => Object.keys(shape).map((argument) => [name, argument]));

test.each(ARGUMENTS)(
  '%s takes anything odd for %s, or says what is wrong with it',
  async (name = '', argument = '') => {
    for (const value of ODD_VALUES) {
      const args = { ...PROCEDURES[name]?.args?.(world), [argument]: value };
      const response = await world.tenant.owner.rpc(name, args);
      if (response.ok) await returnToAccount();
      const text = await response.text();
      const about = `${JSON.stringify(value).slice(0, 80)}: ${text}`;
      expect(response.status, about).toBeLessThan(500);
      if (response.status !== 400) continue;
      const { error } = JSON.parse(text) as Refusal;
      expect(error, about).toMatch(new RegExp(`^${argument}[.\\d\\w]*: `));
      expect(error, about).not.toMatch(/Invalid|expected|received|Too /);
    }
  },
);
