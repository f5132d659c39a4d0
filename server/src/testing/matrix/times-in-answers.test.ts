import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { RESOURCES } from '../../analytics/resources.ts';
import { callTrpc } from '../call-trpc.ts';
import { TEST_ANON_KEY } from '../test-service.ts';
import { useService } from '../use-service.ts';
import { PROCEDURES } from './caller-matrix.ts';
import { ENDPOINTS } from './endpoint-matrix.ts';
import type { MatrixWorld } from './matrix-row.ts';
import { createMatrixWorld } from './matrix-world.ts';

let world: MatrixWorld;
let headers: Record<string, string>;
const service = useService();

/** A moment as text, from any clock or library: `2026-01-31T…`, `2026-01-31 12:00`, `Sat Jan 31 2026 …`. */
const MOMENT = /^\d{4}-\d\d-\d\d[T ]\d\d:|^(Mon|Tue|Wed|Thu|Fri|Sat|Sun),? (\w{3} \d\d?|\d\d? \w{3}) /;
/** Smaller than any moment since 2001 in Unix ms, and larger than any in seconds. */
const AFTER_2001 = 1e12;

/** Documented as ISO dates: those of an import job. Its mapping has fields that are called like times. */
const OF_IMPORT_JOB = /^\.((items\.\d+\.)?(started_at|completed_at)|column_mapping\.\w+)$/;
/** It describes answers, with dates among its examples of what files may hold. */
const DESCRIPTION = 'GET /openapi.json';
const HAS_IMPORT_JOBS = /import_jobs$|(migration|link)-importer\/(start|status)$/;

/** The members of a response with times that are not in Unix ms. */
function wrongTimes(value: unknown, path = ''): string[] {
  if (value instanceof Date || (typeof value === 'string' && MOMENT.test(value)))
    return [`${path}: ${value}`];
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value).flatMap(([name, member]) => wrongTimes(member, `${path}.${name}`));
  }
  const isTimeMember = /_at$/.test(path) && value !== null;
  return isTimeMember && !(Number.isInteger(value) && Number(value) > AFTER_2001)
    ? [`${path}: ${value}`]
    : [];
}

/** Without those that are documented to be otherwise. */
function unexpectedTimes(name: string, answer: unknown): string[] {
  const isDocumented = (line: string) => OF_IMPORT_JOB.test(line.split(':')[0] ?? '');
  return wrongTimes(answer).filter((line) => !(HAS_IMPORT_JOBS.test(name) && isDocumented(line)));
}

async function freshWorld(): Promise<void> {
  world = await createMatrixWorld(service);
  headers = { apikey: TEST_ANON_KEY, authorization: `Bearer ${world.tenant.owner.token}` };
}

/** Creating another account switches the session to it. */
async function backToTheWorld(): Promise<void> {
  await service.services.workPool.query(
    'update auth_sessions set active_account_id = $1 where user_id = $2',
    [world.tenant.accountId, world.tenant.owner.userId],
  );
}

/** An empty list shows no times. */
function expectItems(name: string, answer: unknown): void {
  if (!name.startsWith('list_')) return;
  expect((answer as { items: unknown[] }).items, 'put one into the matrix’s world').not.toEqual([]);
}

/** Neither does an empty report. */
function expectRows(answer: unknown): void {
  const { period: _, ...report } = answer as Record<string, unknown>;
  const lists = Object.values(report).filter((member) => typeof member === 'object' && member !== null);
  expect(lists).not.toEqual([]);
  for (const list of lists)
    expect(Object.keys(list as object), 'put one into the matrix’s world').not.toEqual([]);
}

describe('times are Unix ms', () => {
  beforeEach(backToTheWorld);

  // Twice: the second round shows what the first has changed, such as a revoked key.
  describe.each([1, 2])('in round %i by REST', (round) => {
    if (round === 1) beforeAll(freshWorld);

    test.each(Object.entries(PROCEDURES))('in the answer of %s', async (name, { args }) => {
      const response = await world.tenant.owner.rpc(name, args?.(world));
      const answer: unknown = response.status === 204 ? null : await response.json();
      expectItems(name, answer);
      expect(unexpectedTimes(name, answer)).toEqual([]);
    });
  });

  describe.each([1, 2])('in round %i by tRPC', (round) => {
    if (round === 1) beforeAll(freshWorld);

    test.each(Object.entries(PROCEDURES))('in the answer of %s', async (name, { args }) => {
      const { data = null } = await callTrpc(service, name, args?.(world) ?? {}, headers);
      expectItems(name, data);
      expect(unexpectedTimes(name, data)).toEqual([]);
    });
  });

  test.each(RESOURCES)('in analytics of $name', async ({ name: resource }) => {
    const response = await world.tenant.owner.get(`/v1/analytics?resource=${resource}`);
    const answer: unknown = await response.json();
    expectRows(answer);
    expect(wrongTimes(answer)).toEqual([]);
    const { data = null } = await callTrpc(service, `analytics.${resource}`, {}, headers);
    expectRows(data);
    expect(wrongTimes(data)).toEqual([]);
  });

  test.each(Object.entries(ENDPOINTS))(
    'in the answer of %s, where it is JSON',
    async (endpoint, { args }) => {
      const [method = '', path = ''] = endpoint.split(' ');
      if (method === 'ANY' || endpoint === DESCRIPTION) return;
      const given = args?.(world) ?? {};
      const response =
        method === 'POST'
          ? await world.tenant.owner.post(path, given)
          : await world.tenant.owner.get(`${path}?${new URLSearchParams(given as Record<string, string>)}`);
      if (!response.headers.get('content-type')?.startsWith('application/json')) return;
      expect(unexpectedTimes(endpoint, await response.json())).toEqual([]);
    },
  );
});

test.each([
  [{ made: new Date() }],
  [{ items: [{ made: '2026-01-31T12:00:00Z' }] }],
  [{ made: '2026-01-31 12:00:00+00' }],
  [{ made: String(new Date()) }],
  [{ made: new Date().toUTCString() }],
  [{ made_at: 1_769_860_800 }],
  [{ made_at: '1769860800000' }],
  [{ made_at: 1.7e12 + 0.5 }],
])('%j would be found', (answer) => {
  expect(wrongTimes(answer)).toHaveLength(1);
});

test.each([
  [{ date: '2026-01-31', period: { from: '2026-01-01' } }],
  [{ made_at: null }],
  [{ made_at: 1.7e12 }],
])('%j is as it should be', (answer) => {
  expect(wrongTimes(answer)).toEqual([]);
});
