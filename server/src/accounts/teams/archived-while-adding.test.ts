import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { lockAccountShared } from '../../platform/auth/access/lock-account.ts';
import { takeTurns } from '../../testing/instances/take-turns.ts';
import { perSuite } from '../../testing/per-suite.ts';
import { addApp, addCampaign, createTenant } from '../../testing/test-tenant.ts';
import { useService } from '../../testing/use-service.ts';

const ROUNDS = 12;

/** Two instances on one database. */
const service = useService();
const beside = useService({ beside: service });
const instances = [service, beside];
const tenant = perSuite(() => createTenant(service));
const call = takeTurns(instances);

let sent = 0;
async function post(path: string, body: object): Promise<number> {
  const response = await (instances[sent++ % 2] as typeof service).request(path, {
    method: 'POST',
    headers: { authorization: `Bearer ${tenant.owner.token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return response.status;
}

const CREATED_IN = [
  ['api_keys', 'app_id = $1'],
  ['campaigns', 'app_id = $1'],
  ['links', 'app_id = $1'],
  ['payment_webhooks', 'app_id = $1'],
  ['ad_network_configs', 'app_id = $1'],
  ['import_jobs', 'app_id = $1'],
  ['ad_spend', 'campaign_id = $2'],
] as const;

/** Asks for one of each kind, `n` of all rounds. */
function askForAll(p_app_id: string, p_campaign_id: string, n: string): Promise<number>[] {
  const rpc = async (name: string, args: object) => (await call(tenant.owner, name, args)).status;
  const spend = { p_date: '2026-01-01', p_amount: 1, p_currency: 'USD' };
  const data = `date,amount,currency,campaign_id\n2026-01-02,1,USD,${p_campaign_id}\n`;
  const network = { p_postback_format: 'canonical', p_event_types: ['install'], p_channel: 'sms' };
  return [
    post('/v1/generate-key', { app_id: p_app_id }),
    post('/v1/migration-importer/start', { app_id: p_app_id, source_platform: 'custom' }),
    rpc('create_campaign', { p_name: 'C', p_app_id }),
    rpc('create_deep_link', { p_app_id, p_slug: `link-${n}`, p_fallback_url: 'https://example.com/' }),
    rpc('create_payment_webhook', { p_app_id, p_provider: 'generic' }),
    rpc('create_ad_network_config', { ...network, p_app_id, p_postback_url: 'https://example.com/p' }),
    rpc('record_ad_spend', { p_campaign_id, ...spend }),
    rpc('upload_ad_spend', { p_source: 'csv', p_data: data }),
  ];
}

async function makeTeamWithApp() {
  const p_team_id = (await call<string>(tenant.owner, 'create_team', { p_name: 'T' })).body;
  const appId = await addApp(tenant, { p_team_id });
  return { p_team_id, appId, campaignId: await addCampaign(tenant, { p_app_id: appId }) };
}

describe('what is asked for while a team is archived', () => {
  test('is there when archive_team answers, or never', async () => {
    const seen = new Set<number>();
    for (let round = 0; round < ROUNDS; round++) {
      const { p_team_id, appId, campaignId } = await makeTeamWithApp();
      const before = [1, 2].flatMap((n) => askForAll(appId, campaignId, `${round}-${n}`));
      await pause(round * 2);
      const archived = call(tenant.owner, 'archive_team', { p_team_id });
      const after = askForAll(appId, campaignId, `${round}-after`);
      expect((await archived).status).toBe(204);
      const counts = () =>
        Promise.all(
          CREATED_IN.map(async ([table, own]) => {
            const id = own.includes('$2') ? campaignId : appId;
            const text = `select count(*)::int as n from ${table} where ${own.replace('$2', '$1')}`;
            return [table, (await service.services.workPool.query(text, [id])).rows[0].n];
          }),
        );
      const answered = await counts();
      for (const status of await Promise.all([...before, ...after])) seen.add(status);
      expect(await counts()).toEqual(answered);
    }
    expect([...seen].filter((status) => status !== 200 && status !== 409)).toEqual([]);
  });

  test('does not wait for others that add something', async () => {
    const { session, em } = {
      session: { userId: tenant.owner.userId, accountId: tenant.accountId },
      em: service.services.orm.em,
    };
    const own = { session: { id: 'x', ...session }, access: tenant, services: service.services };
    const order: string[] = [];
    await lockAccountShared({ ...own, em: em.fork() }, async () => {
      await lockAccountShared({ ...own, em: em.fork() }, async () => void order.push('inner'));
      order.push('outer');
    });
    expect(order).toEqual(['inner', 'outer']);
  });
});
