import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { clickLink, processQueued, send } from '../../testing/attributed-app.ts';
import { createSlug } from '../../testing/create-link.ts';
import { perTest } from '../../testing/per-suite.ts';
import { createTenant } from '../../testing/test-tenant.ts';
import { useService } from '../../testing/use-service.ts';

const service = useService();
const tenant = perTest(() => createTenant(service));

const PERSON = 'email=jane%40example.com';

async function clickOf(query: string): Promise<{ clickId: string; referrer: string }> {
  const { referrer } = await clickLink(service, await createSlug(tenant), { query: `?${query}` });
  return { clickId: new URLSearchParams(referrer).get('service_click_id') ?? '', referrer };
}

async function held(clickId: string): Promise<unknown> {
  const { rows } = await service.services.workPool.query(
    `select gaid, android_id, ip_network, user_agent, device_model, os_version, language, visit_params, code_hash
     from clicks where click_id = $1`,
    [clickId],
  );
  return rows[0];
}

const erase = async (gaid: string) => {
  const response = await tenant.owner.rpc('erase_device', { p_gaid: gaid });
  return (await response.json()) as { erased: Record<string, number>; complete: boolean };
};

const NOTHING = {
  gaid: null,
  android_id: null,
  ip_network: null,
  user_agent: null,
  device_model: null,
  os_version: null,
  language: null,
  visit_params: null,
  code_hash: null,
};

describe('erasing a device makes a click anonymous', () => {
  test.each<
    [string, (gaid: string) => string, (click: { clickId: string; referrer: string }) => object | null]
  >([
    [
      'that its install named in the referrer',
      () => PERSON,
      ({ referrer }) => ({ event_type: 'install', referrer }),
    ],
    [
      'that its install named',
      () => PERSON,
      ({ clickId: click_id }) => ({ event_type: 'install', click_id }),
    ],
    [
      'that it returned by',
      () => PERSON,
      ({ clickId: click_id }) => ({ event_type: 're_engagement', click_id }),
    ],
    [
      'with its id under the name of an ad network',
      (gaid) => `aaid=${gaid.toUpperCase()}&${PERSON}`,
      () => null,
    ],
  ])('%s', async (_name, query, event) => {
    const gaid = randomUUID();
    const click = await clickOf(query(gaid));
    const other = await clickOf(PERSON);
    const sent = event(click);
    if (sent) await send(service, tenant, { gaid, ...sent });
    await send(service, tenant, { event_type: 'install', gaid: randomUUID(), referrer: other.referrer });
    await processQueued(service);
    const before = await held(other.clickId);
    expect(await erase(gaid)).toMatchObject({ complete: true, erased: { clicks: expect.any(Number) } });
    expect(await held(click.clickId)).toEqual(NOTHING);
    expect(await held(other.clickId)).toEqual(before);
    const answer = await service.request(`/v1/deep-link?click_id=${click.clickId}`, {
      headers: { accept: 'application/json' },
    });
    expect(await answer.text()).not.toContain('jane');
  });
});

test('a click that another device’s install is attributed to stays that install’s', async () => {
  const [gaid, kept] = [randomUUID(), randomUUID()];
  const click = await clickOf(PERSON);
  await send(service, tenant, { event_type: 'install', gaid: kept, referrer: click.referrer });
  await processQueued(service);
  await send(service, tenant, { event_type: 're_engagement', gaid, click_id: click.clickId });
  await processQueued(service);
  const before = await held(click.clickId);
  expect(await erase(gaid)).toMatchObject({ complete: true });
  expect(await held(click.clickId)).toEqual(before);
});
