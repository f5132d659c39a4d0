import { describe, expect, test } from 'vitest';
import { publishChange } from '../platform/store/changes/change-feed.ts';
import { inTransaction } from '../platform/store/group-commit/in-transaction.ts';
import { openDatabaseGate } from '../testing/instances/database-gate.ts';
import { startTestService, type TestService } from '../testing/test-service.ts';
import { createTenant } from '../testing/test-tenant.ts';
import { useService } from '../testing/use-service.ts';

let now = Date.now();
const first = useService({ clock: () => now });
const second = useService({ clock: () => now, beside: first });

const isActive = async (service: TestService, appId: string) =>
  (await service.services.apps.find([appId])).get(appId)?.active;

describe('the app directory', () => {
  test('gives the key that signs the events of an app, and nothing for ids of no app', async () => {
    const tenant = await createTenant(first);
    const unknown = '11111111-1111-4111-8111-111111111111';
    const found = await first.services.apps.find([tenant.appId, unknown]);
    expect([...found.keys()]).toEqual([tenant.appId]);
    expect(found.get(tenant.appId)).toMatchObject({
      customerId: tenant.accountId,
      active: true,
      planName: 'self_hosted',
    });
    expect(found.get(tenant.appId)?.signingKey.export().toString()).toBe(tenant.sdkSecret);
  });

  test.each([
    ['app', 'update apps set active = false where id = ?'],
    ['account', 'update accounts set active = false where id = (select customer_id from apps where id = ?)'],
  ] as const)('forgets a changed %s at once in every instance', async (kind, change) => {
    const tenant = await createTenant(first);
    expect([await isActive(first, tenant.appId), await isActive(second, tenant.appId)]).toEqual([true, true]);
    const id = kind === 'app' ? tenant.appId : tenant.accountId;
    await first.services.orm.em.fork().transactional(async (em) => {
      await em.execute(change, [tenant.appId]);
      await publishChange(em, { kind, id });
    });
    for (const service of [first, second]) {
      await expect.poll(() => isActive(service, tenant.appId)).toBe(false);
    }
  });

  test('picks up an unannounced change within 10 s', async () => {
    const tenant = await createTenant(first);
    expect(await isActive(second, tenant.appId)).toBe(true);
    await first.services.workPool.query('update apps set active = false where id = $1', [tenant.appId]);
    now += 10_000;
    expect(await isActive(second, tenant.appId)).toBe(false);
  });

  test('takes what it is told for as old as its question', async () => {
    const tenant = await createTenant(first);
    const { workPool } = first.services;
    const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    let asking: Promise<boolean | undefined> | undefined;
    await inTransaction(workPool, async (client) => {
      await client.query('lock table apps in access exclusive mode');
      asking = isActive(second, tenant.appId);
      await expect.poll(async () => (await workPool.query(waiting)).rowCount).toBe(1);
      now += 9000;
    });
    expect(await asking).toBe(true);
    await workPool.query('update apps set active = false where id = $1', [tenant.appId]);
    expect(await isActive(second, tenant.appId)).toBe(false);
  });

  test('takes everything for changed when its connection was lost', async () => {
    const tenant = await createTenant(first);
    expect(await isActive(second, tenant.appId)).toBe(true);
    await first.services.workPool.query('update apps set active = false where id = $1', [tenant.appId]);
    await first.services.workPool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where application_name = 'tributary-changes' and datname = current_database()`,
    );
    await expect.poll(() => isActive(second, tenant.appId)).toBe(false);
  });

  test('caches nothing while it does not hear of changes', async () => {
    const tenant = await createTenant(first);
    const { changes, workPool } = second.services;
    const lost = expect.poll(() => changes.isListening(), { interval: 1 }).toBe(false);
    await workPool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where application_name = 'tributary-changes' and datname = current_database()`,
    );
    await lost;
    expect(await isActive(second, tenant.appId)).toBe(true);
    await workPool.query('update apps set active = false where id = $1', [tenant.appId]);
    expect(await isActive(second, tenant.appId)).toBe(false);
    await expect.poll(() => changes.isListening()).toBe(true);
  });

  test('answers nothing from an old copy while the database is away', async () => {
    const gate = await openDatabaseGate(first.databaseUrl);
    const cut = await startTestService({ clock: () => now, databaseUrl: gate.url });
    const tenant = await createTenant(first);
    expect(await isActive(cut, tenant.appId)).toBe(true);
    const noticed = new Promise<void>((resolve) => cut.services.changes.subscribe(() => resolve()));
    await gate.shut();
    await noticed;
    await tenant.owner.rpc('set_app_active', { p_app_id: tenant.appId, p_active: false });
    await expect(isActive(cut, tenant.appId)).rejects.toThrow();
    await gate.open();
    await expect.poll(() => isActive(cut, tenant.appId).catch(() => undefined)).toBe(false);
    await cut.close();
    await gate.shut();
  });
});
