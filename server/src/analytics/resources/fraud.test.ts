import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { answerOf } from '../../testing/answer-of.ts';
import { attributionsOf, processQueued, send } from '../../testing/attributed-app.ts';
import { perTest } from '../../testing/per-suite.ts';
import { createTenant, type Tenant } from '../../testing/test-tenant.ts';
import { useService } from '../../testing/use-service.ts';

const now = Date.now();

const service = useService({ clock: () => now });
const tenant = perTest(() => createTenant(service));

describe('the fraud resource', () => {
  const read = (who: Tenant) => answerOf(who.owner.get('/v1/analytics?resource=fraud'));

  test('shows the flags of the account with their rule, version, signals and score', async () => {
    const emulated = { device_model: 'sdk_gphone64_x86_64', android_id: randomUUID() };
    await send(service, tenant, { event_type: 'install', ...emulated });
    await processQueued(service);
    const [attribution] = await attributionsOf(service, tenant);
    expect((await read(tenant)).body).toMatchObject({
      flags: [
        {
          id: expect.any(String),
          install_id: attribution?.install_id,
          app_id: tenant.appId,
          rule: 'emulator',
          rule_version: 1,
          score: 85,
          signals: { device_model: 'sdk_gphone64_x86_64', matched: 'sdk_gphone64_x86_64' },
          flagged_at: now,
        },
      ],
      truncated: false,
    });
    expect((await read(await createTenant(service))).body).toMatchObject({ flags: [], truncated: false });
    const headers = { authorization: `Bearer ${tenant.owner.token}`, accept: 'text/csv' };
    const csv = await service.request('/v1/analytics?resource=fraud', { headers });
    expect(await csv.text()).toMatch(new RegExp(`,${new Date(now).toISOString()}\r\n$`));
  });

  test('stops at 500, the newest first', async () => {
    await service.services.workPool.query(
      `insert into fraud_flags (customer_id, install_id, rule, flag_id, app_id, rule_version, score, signals, flagged_at)
       select $1, gen_random_uuid(), 'emulator', gen_random_uuid(), $2, 1, 85, '{}', $3::timestamptz - interval '1 s' * n
       from generate_series(1, 501) as n`,
      [tenant.accountId, tenant.appId, new Date(now).toISOString()],
    );
    const { flags, truncated } = (await read(tenant)).body as {
      flags: { flagged_at: number }[];
      truncated: boolean;
    };
    expect([flags.length, truncated]).toEqual([500, true]);
    expect(flags.map(({ flagged_at }) => flagged_at)).toEqual(flags.map((_flag, n) => now - 1000 * (n + 1)));
  });

  test('needs a plan that detects fraud, as does the number of installs that were flagged', async () => {
    const flagged = async () => {
      const { body } = await answerOf(tenant.owner.get('/v1/analytics?resource=installs'));
      return (body as { flagged_installs: number | null }).flagged_installs;
    };
    expect(await flagged()).toBe(0);
    await service.services.workPool.query(`update accounts set plan = 'growth' where id = $1`, [
      tenant.accountId,
    ]);
    expect(await read(tenant)).toMatchObject({
      status: 403,
      body: { code: 'FEATURE_NOT_AVAILABLE', feature: 'fraud_detection' },
    });
    expect(await flagged()).toBeNull();
  });
});
