import { describe, expect, test } from 'vitest';
import { answerOf } from '../testing/answer-of.ts';
import { perSuite } from '../testing/per-suite.ts';
import { TEST_ANON_KEY } from '../testing/test-service.ts';
import { addMember, addTeam, createTenant, type Person, signUp } from '../testing/test-tenant.ts';
import { useService } from '../testing/use-service.ts';
import { RESOURCES } from './resources.ts';

const NOW = Date.UTC(2026, 2, 1, 12);
const NAMES = RESOURCES.map(({ name }) => name);

const service = useService({ clock: () => NOW });
const tenant = perSuite(() => createTenant(service));
const stranger = perSuite(() => createTenant(service));

const path = (parameters: Record<string, string>) => `/v1/analytics?${new URLSearchParams(parameters)}`;

const answer = (who: Person, parameters: Record<string, string>) => answerOf(who.get(path(parameters)));

describe.each(NAMES)('%s', (resource) => {
  test('needs a session', async () => {
    expect((await service.request(path({ resource }))).status).toBe(401);
    const headers = { authorization: 'Bearer of-nothing', apikey: TEST_ANON_KEY };
    expect((await service.request(path({ resource }), { headers })).status).toBe(401);
  });

  test('needs an account', async () => {
    expect(await answer(await signUp(service), { resource })).toMatchObject({ status: 403 });
  });

  test('is of the account’s own apps and teams', async () => {
    expect(await answer(tenant.owner, { resource, app_id: stranger.appId })).toEqual({
      status: 400,
      body: { error: 'app_id: is not in the account' },
    });
    expect(await answer(tenant.owner, { resource, team_id: stranger.teamId })).toEqual({
      status: 400,
      body: { error: 'team_id: is not in the account' },
    });
  });

  test('is of the apps of one’s own teams', async () => {
    const viewer = await addMember(service, tenant, 'viewer', await addTeam(service, tenant));
    expect(await answer(viewer, { resource, app_id: tenant.appId })).toMatchObject({ status: 403 });
    expect(await answer(viewer, { resource, team_id: tenant.teamId })).toMatchObject({ status: 403 });
  });

  test.each([
    ['app_id', { app_id: 'x' }],
    ['team_id', { team_id: '' }],
    ['date_from', { date_from: '2026-02-30' }],
    ['date_from', { date_from: '2026-3-1' }],
    ['date_from', { date_from: '1969-12-31' }],
    ['date_to', { date_to: '2026-03-01T00:00:00Z' }],
    ['date_to', { date_to: '2200-01-01' }],
    ['date_from', { date_from: '2026-03-01', date_to: '2026-02-28' }],
    ['date_from', { date_from: '2026-03-02' }],
    ['date_from', { date_from: '' }],
    ['date_to', { date_to: '' }],
    ['cursor', { cursor: 'x' }],
  ])('names a wrong %s: %j', async (name, parameters) => {
    const { status, body } = await answer(tenant.owner, { resource, ...parameters } as Record<
      string,
      string
    >);
    expect(status).toBe(400);
    expect(body.error).toMatch(new RegExp(`^${name}: [^;]+$`));
  });

  test.each([
    ['from', 'did you mean date_from?'],
    ['to', 'did you mean date_to?'],
    ['appid', 'did you mean app_id?'],
    ['App_Id', 'did you mean app_id?'],
    ['team', 'did you mean team_id?'],
    ['DATE_FROM', 'did you mean date_from?'],
    ['colour', 'must be one of resource, app_id, team_id, date_from, date_to'],
    ['__proto__', 'must be one of resource, app_id, team_id, date_from, date_to'],
  ])('refuses the unknown parameter %s: %s', async (name, hint) => {
    const { status, body } = await answer(tenant.owner, { resource, [name]: '2026-02-01' } as Record<
      string,
      string
    >);
    expect(status).toBe(400);
    expect(body.error).toMatch(new RegExp(`^${name}: unknown parameter, ${hint.replace('?', '\\?')}`));
  });

  test.each(['resource', 'app_id', 'team_id', 'date_from', 'date_to', 'cursor'])(
    'refuses %s that is given twice, even as the same',
    async (name) => {
      const given = { resource, app_id: tenant.appId, team_id: tenant.teamId, date_from: '2026-02-01' };
      const value = { ...given, date_to: '2026-02-02', cursor: 'x' }[name] ?? '';
      const query = new URLSearchParams({ resource, ...(name !== 'resource' && { [name]: value }) });
      const response = await tenant.owner.get(
        `/v1/analytics?${query}&${new URLSearchParams({ [name]: value })}`,
      );
      expect(response.status).toBe(400);
      expect(await response.json()).toEqual({ error: `${name}: is given twice` });
    },
  );

  test('is only read', async () => {
    for (const method of ['POST', 'PUT', 'DELETE']) {
      const response = await service.request(path({ resource }), { method });
      expect(response.status).toBe(405);
    }
  });
});

describe('health', () => {
  test.each([
    [TEST_ANON_KEY, 200],
    ['another-key-of-some-length-0123456789', 401],
    [undefined, 401],
  ])('with apikey %s answers %i, session or not', async (apikey, status) => {
    const headers = { ...(apikey && { apikey }) };
    const response = await service.request(path({ resource: 'health' }), { headers });
    expect(response.status).toBe(status);
    if (status === 200) expect(await response.json()).toEqual({ status: 'ok', service: 'analytics' });
  });

  test('is asked for once', async () => {
    const headers = { apikey: TEST_ANON_KEY };
    const response = await service.request(`${path({ resource: 'health' })}&resource=summary`, { headers });
    expect(response.status).toBe(400);
  });
});
