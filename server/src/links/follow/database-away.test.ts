import { setTimeout as pause } from 'node:timers/promises';
import { createTestDatabase } from '@tributary/db/testing/test-database';
import { beforeEach, describe, expect, test } from 'vitest';
import { ANDROID_UA } from '../../testing/attributed-app.ts';
import { createLink, createSlug, STORE_URL } from '../../testing/create-link.ts';
import { openDatabaseGate } from '../../testing/instances/database-gate.ts';
import { perTest } from '../../testing/per-suite.ts';
import { startTestService, type TestService } from '../../testing/test-service.ts';
import { createTenant, freshAddress } from '../../testing/test-tenant.ts';

let now: number;
beforeEach(() => {
  now = Date.now();
});
const database = perTest(createTestDatabase, ({ drop }) => drop());
const gate = perTest(
  () => openDatabaseGate(database.url),
  ({ shut }) => shut(),
);
/** An instance that can lose the database, and one that does not. */
const cut = perTest(
  () => startTestService({ databaseUrl: gate.url, clock: () => now }),
  ({ close }) => close(),
);
const elsewhere = perTest(
  () => startTestService({ databaseUrl: database.url }),
  ({ close }) => close(),
);
const tenant = perTest(() => createTenant(elsewhere));
const link = perTest(() => createLink(tenant));

const visit = (path = `/l/${link.slug}`, accept = 'text/html,*/*;q=0.8') =>
  cut.request(path, { headers: { 'user-agent': ANDROID_UA, accept, 'x-forwarded-for': freshAddress() } });
const leadsTo = async (path?: string) => (await visit(path)).headers.get('location') ?? '';
const setLink = (p_active: boolean) => tenant.owner.rpc('set_link_active', { p_link_id: link.id, p_active });
/** Resolves when an instance has received that kind of change. */
const changeArrived = ({ services }: TestService, kind: string) =>
  new Promise<void>((resolve) =>
    services.changes.subscribe((change) => {
      if (change.kind === kind) resolve();
    }),
  );

async function loseDatabase(): Promise<void> {
  const noticed = changeArrived(cut, 'all');
  await gate.shut();
  await noticed;
}

describe('while the database is unreachable', () => {
  test('a link that was followed before is followed, by its short and its long URL', async () => {
    expect(await leadsTo()).toContain(STORE_URL);
    await loseDatabase();
    for (const path of [
      `/l/${link.slug}`,
      `/v1/deep-link?slug=${link.slug}`,
      `/functions/v1/deep-link?slug=${link.slug}`,
    ])
      expect(await leadsTo(path)).toContain(STORE_URL);
    now += 3_600_000;
    expect(await leadsTo()).toContain(STORE_URL);
  });

  test('a click during that time is stored if the database comes back soon', async () => {
    await leadsTo();
    await loseDatabase();
    const clickId = /service_click_id%3D([0-9a-f-]+)/.exec(await leadsTo())?.[1];
    await gate.open();
    const stored = 'select click_id from clicks where click_id = $1';
    await expect
      .poll(async () => (await elsewhere.services.workPool.query(stored, [clickId])).rows)
      .toEqual([{ click_id: clickId }]);
  });

  test('a link not followed before shows a person a page, and a program JSON', async () => {
    await loseDatabase();
    for (const path of [`/l/${link.slug}`, `/v1/deep-link?slug=${link.slug}`, `/l/${link.slug}/qr`]) {
      const page = await visit(path);
      expect([page.status, page.headers.get('content-type')]).toEqual([503, 'text/html; charset=UTF-8']);
      expect(Number(page.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(page.headers.get('cache-control')).toBe('no-store');
      expect(await page.text()).toContain('try again');
      const answer = await visit(path, 'application/json');
      expect([answer.status, await answer.json()]).toEqual([
        503,
        { error: expect.stringContaining('try again') },
      ]);
    }
  });

  test('a link is followed in its last known state for a day, and no longer', async () => {
    await leadsTo();
    await loseDatabase();
    now += 86_399_000;
    expect((await visit()).status).toBe(302);
    now += 1000;
    expect((await visit()).status).toBe(503);
  });
});

describe('what this instance knows to have ended does not come back', () => {
  test.each([
    ['a paused link', () => setLink(false), 'link'],
    [
      'a link of a deactivated app',
      () => tenant.owner.rpc('set_app_active', { p_app_id: tenant.appId, p_active: false }),
      'app',
    ],
  ])('%s', async (_what, end, kind) => {
    const other = await createTenant(elsewhere);
    const untouched = await createSlug(other);
    await leadsTo();
    await leadsTo(`/l/${untouched}`);
    const ended = changeArrived(cut, kind);
    await end();
    await ended;
    await loseDatabase();
    expect((await visit()).status).toBe(503);
    expect(await leadsTo(`/l/${untouched}`)).toContain(STORE_URL);
  });

  test('a link that was read as paused', async () => {
    await leadsTo();
    await elsewhere.services.workPool.query('update links set active = false where id = $1', [link.id]);
    now += 60_000;
    expect(await leadsTo()).toBe('/paused');
    await loseDatabase();
    expect(await leadsTo()).toBe('/paused');
  });

  test('a link that was read as deleted', async () => {
    await leadsTo();
    await elsewhere.services.workPool.query('delete from links where id = $1', [link.id]);
    now += 60_000;
    expect((await visit()).status).toBe(404);
    await loseDatabase();
    expect((await visit()).status).toBe(503);
  });
});

test('a pause that an instance missed takes effect there as soon as it reaches the database', async () => {
  await leadsTo();
  await loseDatabase();
  await setLink(false);
  expect(await leadsTo()).toContain(STORE_URL);
  await gate.open();
  await expect.poll(() => leadsTo()).toBe('/paused');
});

describe('a database that hangs', () => {
  test('holds up no visitor whose link is known', async () => {
    await leadsTo();
    now += 60_000;
    gate.stall();
    expect(await leadsTo()).toContain(STORE_URL);
    expect(await leadsTo()).toContain(STORE_URL);
    gate.thaw();
  });

  test('shows the page to visitors of other links', async () => {
    await leadsTo();
    gate.stall();
    expect((await visit(`/l/unheard-of`)).status).toBe(503);
    gate.thaw();
    await pause(0);
  }, 30_000);
});
