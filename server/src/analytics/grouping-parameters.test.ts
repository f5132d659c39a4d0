import { describe, expect, test } from 'vitest';
import { answerOf } from '../testing/answer-of.ts';
import { perSuite } from '../testing/per-suite.ts';
import { createTenant, type Person } from '../testing/test-tenant.ts';
import { useService } from '../testing/use-service.ts';
import { GROUP_BY } from './group-by.ts';
import { RESOURCES } from './resources.ts';

const NOW = Date.UTC(2026, 2, 1, 12);
const NAMES = RESOURCES.map(({ name }) => name);

const service = useService({ clock: () => NOW });
const tenant = perSuite(() => createTenant(service));

const path = (parameters: Record<string, string>) => `/v1/analytics?${new URLSearchParams(parameters)}`;

const answer = (who: Person, parameters: Record<string, string>) => answerOf(who.get(path(parameters)));

describe('country', () => {
  test.each(['KE', 'ke', 'unknown', 'Unknown'])('%s narrows every report', async (country) => {
    for (const resource of NAMES) {
      expect((await answer(tenant.owner, { resource, country })).status, resource).toBe(200);
    }
  });

  test.each(['', 'K', 'KEN', 'K1', '%', 'KE,NG', 'null'])(
    '%s is refused by every report',
    async (country) => {
      for (const resource of NAMES) {
        expect(await answer(tenant.owner, { resource, country }), resource).toEqual({
          status: 400,
          body: { error: 'country: must be a country of two letters, or unknown' },
        });
      }
    },
  );

  test('given twice is refused', async () => {
    const twice = await answerOf(tenant.owner.get('/v1/analytics?resource=summary&country=KE&country=NG'));
    expect(twice.status).toBe(400);
    expect(twice.body.error).toContain('country');
  });
});

describe('group_by', () => {
  const grouped = ['summary', 'installs', 'cohorts', 'revenue', 'roas'];

  test.each(GROUP_BY)('%s groups five reports, and no other takes it', async (group_by) => {
    for (const resource of NAMES) {
      const { status, body } = await answer(tenant.owner, { resource, group_by });
      expect(status, resource).toBe(grouped.includes(resource) ? 200 : 400);
      if (status === 200) expect(body.groups, resource).toEqual([]);
      else expect(body.error).toContain('group_by');
    }
  });

  test.each(['', 'COUNTRY', 'device', 'constructor', 'country,channel'])(
    '%s is refused',
    async (group_by) => {
      for (const resource of grouped) {
        expect(await answer(tenant.owner, { resource, group_by })).toEqual({
          status: 400,
          body: { error: `group_by: must be one of ${GROUP_BY.join(', ')}` },
        });
      }
    },
  );

  test('is for the reports that it is asked of: without it there are no groups', async () => {
    for (const resource of grouped)
      expect((await answer(tenant.owner, { resource })).body).not.toHaveProperty('groups');
  });

  test.each([
    ['installs', '2025-01-25', 200],
    ['installs', '2025-01-24', 400],
    ['cohorts', '2025-01-25', 200],
    ['cohorts', '2025-01-24', 400],
    ['summary', '1970-01-01', 200],
    ['roas', '1970-01-01', 200],
  ])(
    'of %s from %s on answers %i: lists of days are for up to 400 of them',
    async (resource, date_from, status) => {
      const question = { resource, date_from, date_to: '2026-02-28', group_by: 'channel' };
      const answered = await answer(tenant.owner, question);
      expect(answered.status).toBe(status);
      if (status === 400)
        expect(answered.body.error).toBe(
          'date_from: must be within 400 days of date_to, if there is a group_by',
        );
    },
  );

  test('is what tRPC calls it too', async () => {
    const input = encodeURIComponent(JSON.stringify({ json: { group_by: 'country', country: 'KE' } }));
    const { status, body } = await answerOf(tenant.owner.get(`/trpc/analytics.summary?input=${input}`));
    expect(status).toBe(200);
    expect(JSON.stringify(body)).toContain('"groups":[]');
  });
});
