import { describe, expect, test } from 'vitest';
import { createLink } from '../../../testing/create-link.ts';
import { perTest } from '../../../testing/per-suite.ts';
import { postEvents } from '../../../testing/post-events.ts';
import { signedEvent } from '../../../testing/signed-event.ts';
import { createTenant, freshAddress } from '../../../testing/test-tenant.ts';
import { useService } from '../../../testing/use-service.ts';

const VISITS = 200;
const ROUNDS = 5;
const LANDING = 'https://example.com/landing';

const service = useService();
const tenant = perTest(() => createTenant(service));
const link = perTest(() => createLink(tenant, { p_android_url: null }));

async function change(procedure: string, args: Record<string, unknown>): Promise<void> {
  const response = await tenant.owner.rpc(procedure, args);
  if (!response.ok) throw new Error(`${procedure} answered ${response.status}: ${await response.text()}`);
}

const setLink = (p_active: boolean) => change('set_link_active', { p_link_id: link.id, p_active });
const setApp = (p_active: boolean) => change('set_app_active', { p_app_id: tenant.appId, p_active });
const leadTo = (p_fallback_url: string) => change('update_link', { p_link_id: link.id, p_fallback_url });

/** Counts where many simultaneous visitors are redirected, without the click parameters. */
async function visit(): Promise<Record<string, number>> {
  const answers = await Promise.all(
    Array.from({ length: VISITS }, () =>
      service.request(`/l/${link.slug}`, { headers: { 'x-forwarded-for': freshAddress() } }),
    ),
  );
  return countEach(answers.map((answer) => answer.headers.get('location')?.split('?')[0] ?? ''));
}

const clicks = async () => {
  const { rows } = await service.services.workPool.query<{ count: number }>(
    'select count(*)::int as count from clicks where customer_id = $1',
    [tenant.accountId],
  );
  return rows[0]?.count;
};

async function ingest(): Promise<Record<string, number>> {
  const answers = await Promise.all(
    Array.from({ length: VISITS / 4 }, () => postEvents(service, signedEvent(tenant))),
  );
  return countEach(answers.map(({ results }) => results[0]?.status ?? ''));
}

function countEach(values: readonly (string | number)[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const value of values) counts[value] = (counts[value] ?? 0) + 1;
  return counts;
}

describe('from its answer on, every visitor is sent where the change says, after', () => {
  test.each([
    ['a link', setLink],
    ['its app', setApp],
  ])('%s is paused and resumed', async (_what, set) => {
    for (let round = 1; round <= ROUNDS; round++) {
      expect(await visit()).toEqual({ [LANDING]: VISITS });
      await set(false);
      expect(await visit()).toEqual({ '/paused': VISITS });
      expect(await clicks()).toBe(round * VISITS);
      await set(true);
    }
  });

  test('a link is led elsewhere', async () => {
    for (let round = 1; round <= ROUNDS; round++) {
      await leadTo(`https://example.com/${round}`);
      expect(await visit()).toEqual({ [`https://example.com/${round}`]: VISITS });
    }
  });

  test('two changes at once', async () => {
    for (let round = 1; round <= ROUNDS; round++) {
      await Promise.all([setLink(false), leadTo(`https://example.com/${round}`), visit()]);
      expect(await visit()).toEqual({ '/paused': VISITS });
      await Promise.all([setLink(true), setApp(true), visit()]);
      expect(await visit()).toEqual({ [`https://example.com/${round}`]: VISITS });
    }
  });
});

test('events of an app are refused from the answer that deactivates it on, and taken from the next', async () => {
  for (let round = 1; round <= 2; round++) {
    expect(await ingest()).toEqual({ accepted: VISITS / 4 });
    await setApp(false);
    expect(await ingest()).toEqual({ rejected: VISITS / 4 });
    await setApp(true);
  }
});

test('a key resolves nothing from the answer that revokes it on', async () => {
  const resolve = () =>
    service.request('/v1/resolve-key', {
      headers: { 'x-service-api-key': tenant.apiKey, 'x-forwarded-for': freshAddress() },
    });
  expect((await resolve()).status).toBe(200);
  await change('revoke_api_key', { p_key_id: tenant.keyId });
  const answers = await Promise.all(Array.from({ length: VISITS }, resolve));
  expect(countEach(answers.map(({ status }) => status))).toEqual({ 401: VISITS });
});
