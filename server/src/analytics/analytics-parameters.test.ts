import { describe, expect, test } from 'vitest';
import { answerOf } from '../testing/answer-of.ts';
import { perSuite } from '../testing/per-suite.ts';
import { createTenant, type Person, signIn, signUp } from '../testing/test-tenant.ts';
import { useService } from '../testing/use-service.ts';
import { RESOURCES } from './resources.ts';

const NOW = Date.UTC(2026, 2, 1, 12);
const NAMES = RESOURCES.map(({ name }) => name);

const service = useService({ clock: () => NOW });
const tenant = perSuite(() => createTenant(service));
const stranger = perSuite(() => createTenant(service));

const path = (parameters: Record<string, string>) => `/v1/analytics?${new URLSearchParams(parameters)}`;

const answer = (who: Person, parameters: Record<string, string>) => answerOf(who.get(path(parameters)));

describe('a resource', () => {
  test.each([
    ['unknown', 'weather'],
    ['inherited', 'constructor'],
    ['not named', ''],
  ])('that is %s is refused with the names of those there are', async (_name, resource) => {
    expect(await answer(tenant.owner, { resource })).toEqual({
      status: 400,
      body: {
        error: `resource: must be one of health, ${NAMES.join(', ')}`,
      },
    });
  });

  test.each([
    ['free', ['cohorts', 'fraud', 'revenue', 'roas', 'payments']],
    ['growth', ['fraud']],
    ['scale', []],
  ])('that the plan %s lacks is refused with the feature’s name', async (plan, gated) => {
    const feature = {
      cohorts: 'cohorts',
      fraud: 'fraud_detection',
      revenue: 'roas',
      roas: 'roas',
      payments: 'roas',
    };
    await service.services.workPool.query('update accounts set plan = $2 where id = $1', [
      stranger.accountId,
      plan,
    ]);
    for (const resource of NAMES) {
      const { status, body } = await answer(stranger.owner, { resource });
      if (!gated.includes(resource)) expect(status, resource).toBe(200);
      else {
        const name = feature[resource as keyof typeof feature];
        const error = `the plan does not include ${name}`;
        expect({ status, body }).toEqual({
          status: 403,
          body: { error, code: 'FEATURE_NOT_AVAILABLE', feature: name },
        });
      }
    }
  });

  test('is of its last day and the 30 before, today where none is given', async () => {
    const asked = { from: '2026-02-10', to: '2026-02-11' };
    const old = { from: '2024-01-30', to: '2024-02-29' };
    for (const resource of NAMES) {
      const { body } = await answer(tenant.owner, { resource });
      expect(body.period, resource).toEqual({ from: '2026-01-30', to: '2026-03-01' });
      const parameters = { resource, date_from: asked.from, date_to: asked.to };
      expect((await answer(tenant.owner, parameters)).body.period, resource).toEqual(asked);
      const endedLongAgo = await answer(tenant.owner, { resource, date_to: old.to });
      expect(endedLongAgo.body.period, resource).toEqual(old);
    }
  });

  test.each([
    ['installs', '1996-03-01', 200],
    ['installs', '1996-02-29', 200],
    ['installs', '1996-02-28', 400],
    ['installs', '1970-01-01', 400],
    ['summary', '1970-01-01', 200],
    ['cohorts', '1970-01-01', 200],
  ])(
    '%s from %s on answers %i: what lists every day does so for 30 years',
    async (resource, date_from, status) => {
      const answered = await answer(tenant.owner, { resource, date_from, date_to: '2026-02-28' });
      expect(answered.status).toBe(status);
      if (status === 400)
        expect(answered.body).toEqual({ error: 'date_from: must be within 30 years of date_to' });
      else if (resource === 'installs')
        expect(answered.body.days).toHaveLength(date_from === '1996-02-29' ? 10_958 : 10_957);
    },
  );

  test('of an account without apps is empty', async () => {
    const person = await signUp(service);
    await person.rpc('create_account', { p_name: 'Empty' });
    const owner = await signIn(service, person.email);
    expect((await answer(owner, { resource: 'summary' })).body).toEqual({
      period: { from: '2026-01-30', to: '2026-03-01' },
      total_installs: 0,
      avg_confidence_score: 0,
      high_confidence_rate_pct: 0,
      installs_by_model: {},
      installs_by_channel: {},
    });
    expect((await answer(owner, { resource: 'cohorts' })).body.cohorts).toEqual([]);
    const period = { from: '2026-01-30', to: '2026-03-01' };
    expect((await answer(owner, { resource: 'revenue' })).body).toEqual({
      period,
      payment_count: 0,
      by_currency: {},
      by_provider: {},
      by_provider_currency: {},
      attributed_count: 0,
      attribution_rate_pct: 0,
    });
    expect((await answer(owner, { resource: 'roas' })).body).toEqual({
      period,
      campaigns: [],
      links: [],
      by_currency: {},
      days: [],
      apps: [],
    });
    expect((await answer(owner, { resource: 'payments' })).body).toEqual({
      period,
      payments: [],
      truncated: false,
      next_cursor: null,
    });
    const { days } = (await answer(owner, { resource: 'installs' })).body as { days: object[] };
    expect(days).toHaveLength(31);
    expect(days[0]).toEqual({
      date: '2026-01-30',
      total: 0,
      by_model: {},
      by_channel: {},
      avg_confidence: 0,
      high_confidence_rate_pct: 0,
    });
  });
});

describe('several unknown parameters', () => {
  test('are all named, but no more than a few', async () => {
    const names = ['from', 'to', 'a', 'b', 'c', 'd', 'e'];
    const { status, body } = await answer(tenant.owner, {
      resource: 'summary',
      ...Object.fromEntries(names.map((name) => [name, ''])),
      ['x'.repeat(5000)]: '',
    });
    expect(status).toBe(400);
    expect(body.error).toMatch(/^from: .*; to: .*; a: .*; b: .*; c: .*; and 3 more$/);
  });

  test('are quoted in part where they are long', async () => {
    const { body } = await answer(tenant.owner, { resource: 'summary', ['x'.repeat(5000)]: '' });
    expect(String(body.error).length).toBeLessThan(250);
  });

  test('name the resource where it is misspelled', async () => {
    const misspelled = await answer(tenant.owner, { Resource: 'summary' });
    expect(misspelled).toEqual({
      status: 400,
      body: { error: 'Resource: unknown parameter, did you mean resource?' },
    });
  });

  test('are no answer to those who may not ask', async () => {
    expect((await service.request(path({ resource: 'summary', from: '2026-02-01' }))).status).toBe(401);
  });
});
