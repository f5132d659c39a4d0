import { describe, expect, test } from 'vitest';
import type { Threshold } from '../fraud-rules/fraud-rule.ts';
import { FRAUD_RULES } from '../fraud-rules/fraud-rules.ts';
import { callTrpc } from '../testing/call-trpc.ts';
import { perSuite } from '../testing/per-suite.ts';
import { TEST_ANON_KEY } from '../testing/test-service.ts';
import { addMember, addTeam, createTenant } from '../testing/test-tenant.ts';
import { useService } from '../testing/use-service.ts';

const service = useService();
const other = useService({ beside: service });
const tenant = perSuite(() => createTenant(service));

const SETTINGS = {
  click_window_hours: 48,
  probabilistic_window_hours: 6,
  certificate_fingerprints: [Array(32).fill('AB').join(':')],
  fraud: { click_injection: { enabled: true, min_click_to_install_s: 8 } },
  integrity: { expected: true },
};

describe('update_app', () => {
  test('changes what is given, leaves the rest, and writes it down', async () => {
    const renamed = await tenant.owner.rpc('update_app', { p_app_id: tenant.appId, p_name: 'Shop' });
    expect(await renamed.json()).toMatchObject({ id: tenant.appId, name: 'Shop', settings: {} });
    const set = await tenant.owner.rpc('update_app', { p_app_id: tenant.appId, p_settings: SETTINGS });
    expect(await set.json()).toMatchObject({ name: 'Shop', settings: SETTINGS });
    const { rows } = await service.services.workPool.query(
      `select details from audit_log where action = 'update_app' and target_id = $1 order by happened_at`,
      [tenant.appId],
    );
    expect(rows.map(({ details }) => details)).toEqual([
      { name: 'Shop', settings: null, revenue_source: null },
      { name: null, settings: SETTINGS, revenue_source: null },
    ]);
  });

  test.each([
    [{ click_window_hours: -1 }, 'p_settings.click_window_hours: must be 0 or more'],
    [{ probabilistic_window_hours: 169 }, 'p_settings.probabilistic_window_hours: must be 168 or less'],
    [{ certificate_fingerprints: ['nonsense'] }, 'p_settings.certificate_fingerprints.0: must be a SHA-256'],
    [{ fraud: { emulator: { enabled: 'no' } } }, 'p_settings.fraud.emulator.enabled: must be true or false'],
    [{ fraud: { emulator: { enabled: 1 } } }, 'p_settings.fraud.emulator.enabled: must be true or false'],
    [{ fraud: { click_floding: {} } }, 'p_settings.fraud.click_floding: unknown argument'],
    [{ fraud: { constructor: {} } }, 'p_settings.fraud.constructor: unknown argument'],
    [JSON.parse('{"fraud":{"__proto__":{}}}'), 'p_settings.fraud.__proto__: unknown argument'],
    [{ fraud: { emulator: { days: 7 } } }, 'p_settings.fraud.emulator.days: unknown argument'],
    [{ fraud: { emulator: { constructor: 7 } } }, 'p_settings.fraud.emulator.constructor: unknown argument'],
    [{ fraud: { click_flooding: { days: true } } }, 'p_settings.fraud.click_flooding.days: must be a number'],
    [{ fraud: { click_flooding: { days: 1.5 } } }, 'p_settings.fraud.click_flooding.days: must be a whole'],
    [
      { fraud: { click_flooding: { days: 1e12 } } },
      'p_settings.fraud.click_flooding.days: must be 90 or less',
    ],
    [
      { colour: 'red', constructor: 1 },
      'p_settings.colour: unknown argument; p_settings.constructor: unknown',
    ],
    ['red', 'p_settings: '],
  ])('refuses the settings %j', async (settings, message) => {
    const refused = await tenant.owner.rpc('update_app', { p_app_id: tenant.appId, p_settings: settings });
    expect(refused.status).toBe(400);
    expect(((await refused.json()) as { error: string }).error).toContain(message);
  });
});

describe('a threshold', () => {
  const set = async (rule: string, name: string, value: number) => {
    const p_settings = { fraud: { [rule]: { [name]: value } } };
    return (await tenant.owner.rpc('update_app', { p_app_id: tenant.appId, p_settings })).status;
  };
  const all = FRAUD_RULES.flatMap(({ name: rule, thresholds }) =>
    Object.entries<Threshold>(thresholds).map(([name, range]) => [rule, name, range] as const),
  );

  test.each(all)('of %s, %s, keeps to its range', async (rule, name, range) => {
    for (const allowed of [range.min, range.default, range.max]) {
      expect(await set(rule, name, allowed), String(allowed)).toBe(200);
    }
    for (const refused of [range.min - 1, range.max + 1, -1]) {
      expect(await set(rule, name, refused), String(refused)).toBe(400);
    }
  });
});

describe('settings that are stored and make no sense', () => {
  const stored = {
    constructor: 1,
    click_window_hours: 'many',
    probabilistic_window_hours: 6,
    fraud: {
      constructor: { x: 1 },
      nonsense: 7,
      click_flooding: { days: 1e12, constructor: 1, min_clicks: 200, enabled: 'no' },
    },
    integrity: 'yes',
  };
  const inForce = { probabilistic_window_hours: 6, fraud: { click_flooding: { min_clicks: 200 } } };

  test.each([
    [stored, inForce],
    [7, {}],
    [null, {}],
    [[1], {}],
  ])('are not shown, by either transport: %j', async (settings, shown) => {
    const { owner, appId } = await createTenant(service);
    const update = 'update apps set settings = $2 where id = $1';
    await service.services.workPool.query(update, [appId, JSON.stringify(settings)]);
    const expected = { items: [{ id: appId, settings: shown }] };
    const listed = await owner.rpc('list_apps');
    expect(await listed.json()).toMatchObject(expected);
    const headers = { apikey: TEST_ANON_KEY, authorization: `Bearer ${owner.token}` };
    expect(await callTrpc(service, 'list_apps', {}, headers)).toMatchObject({ status: 200, data: expected });
    const renaming = { p_app_id: appId, p_name: 'Renamed' };
    const renamed = await callTrpc(service, 'update_app', renaming, headers);
    expect(renamed).toMatchObject({ status: 200, data: { name: 'Renamed', settings: shown } });
  });
});

describe('list_apps', () => {
  test('shows the apps of one’s own teams, a page at a time, and no secret', async () => {
    const { owner } = tenant;
    const teamId = await addTeam(service, tenant);
    await owner.rpc('create_app', {
      p_name: 'Elsewhere',
      p_bundle_id: 'com.example.elsewhere',
      p_team_id: teamId,
    });
    const first = (await (await owner.rpc('list_apps', { p_limit: 1 })).json()) as Page;
    expect(first.items.map(({ name }) => name)).toEqual(['Elsewhere']);
    const second = (await (
      await owner.rpc('list_apps', { p_limit: 1, p_cursor: first.next_cursor })
    ).json()) as Page;
    expect(second).toMatchObject({ items: [{ id: tenant.appId }], next_cursor: null });
    expect(JSON.stringify(second)).not.toMatch(/secret/);

    const member = await addMember(service, tenant, 'viewer', teamId);
    const seen = (await (await member.rpc('list_apps')).json()) as Page;
    expect(seen.items.map(({ name }) => name)).toEqual(['Elsewhere']);
  });

  interface Page {
    items: { id: string; name: string }[];
    next_cursor: string | null;
  }
});

describe('set_app_active', () => {
  test('is in force in every instance at once', async () => {
    const isActive = async () => (await other.services.apps.find([tenant.appId])).get(tenant.appId)?.active;
    expect(await isActive()).toBe(true);
    for (const active of [false, true]) {
      expect(
        (await tenant.owner.rpc('set_app_active', { p_app_id: tenant.appId, p_active: active })).status,
      ).toBe(204);
      await expect.poll(isActive).toBe(active);
    }
  });
});
