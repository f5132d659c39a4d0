import { describe, expect, test } from 'vitest';
import { clickLink, processQueued, send } from '../../../testing/attributed-app.ts';
import { createLink } from '../../../testing/create-link.ts';
import { perTest } from '../../../testing/per-suite.ts';
import { createTenant } from '../../../testing/test-tenant.ts';
import { useService } from '../../../testing/use-service.ts';

const KENYA = '41.90.64.77';
const AT_HOME = '192.168.0.7';

const service = useService();
const tenant = perTest(() => createTenant(service));

const countriesIn = async (table: 'events' | 'clicks' | 'installs') => {
  const sql = `select country from ${table} where customer_id = $1`;
  const { rows } = await service.services.workPool.query<{ country: string | null }>(sql, [tenant.accountId]);
  return rows.map(({ country }) => country);
};

describe('the country of the client’s network is stored', () => {
  test.each([
    [KENYA, 'KE'],
    [AT_HOME, null],
  ])('from %s with an event and its install', async (from, country) => {
    await send(service, tenant, { event_type: 'install' }, { 'x-forwarded-for': from });
    await processQueued(service);
    expect(await countriesIn('events')).toEqual([country]);
    expect(await countriesIn('installs')).toEqual([country]);
    const exported = await (await tenant.owner.rpc('export_my_account_data', {})).json();
    expect(exported).toMatchObject({ events: [{ country }], installs: [{ country }] });
    const log = await tenant.owner.rpc('list_attributions', {});
    expect(await log.json()).toMatchObject({ items: [{ country }] });
  });

  test('with a click on a link', async () => {
    const link = await createLink(tenant);
    await clickLink(service, link.slug, { from: KENYA });
    await expect.poll(() => countriesIn('clicks')).toEqual(['KE']);
    const exported = await (await tenant.owner.rpc('export_my_account_data', {})).json();
    expect(exported).toMatchObject({ clicks: [{ country: 'KE' }] });
  });

  test('with a click that an app reports', async () => {
    await send(service, tenant, { event_type: 'click' }, { 'x-forwarded-for': KENYA });
    await processQueued(service);
    expect(await countriesIn('clicks')).toEqual(['KE']);
  });
});

test('no client chooses its country', async () => {
  await send(service, tenant, { event_type: 'open', country: 'NG' }, { 'x-forwarded-for': AT_HOME });
  expect(await countriesIn('events')).toEqual([null]);
});

test('a rule of a link for a country holds for visitors from there', async () => {
  const url = 'https://example.com/kenya';
  const link = await createLink(tenant, { p_rules: [{ when: { country: 'ke' }, url }] });
  const leadsTo = async (from: string) => {
    const answer = await service.request(`/l/${link.slug}`, { headers: { 'x-forwarded-for': from } });
    return answer.headers.get('location')?.split('?')[0];
  };
  expect(await leadsTo(KENYA)).toBe(url);
  expect(await leadsTo(AT_HOME)).not.toBe(url);
});

describe('with COUNTRY_DATABASE=off', () => {
  const without = useService({ beside: service, env: { COUNTRY_DATABASE: 'off' } });

  test('no country is stored', async () => {
    await send(without, tenant, { event_type: 'open' }, { 'x-forwarded-for': KENYA });
    expect(await countriesIn('events')).toEqual([null]);
  });
});
