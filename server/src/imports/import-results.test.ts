import { randomUUID } from 'node:crypto';
import { migrate } from '@tributary/db/migrate';
import { describe, expect, test } from 'vitest';
import { settleRevenue } from '../payments/testing/books.ts';
import { processQueued, send } from '../testing/attributed-app.ts';
import { addCampaign } from '../testing/test-tenant.ts';
import { importFile } from './testing/import-file.ts';
import { INSTALLED_AT, useImports } from './testing/use-imports.ts';

const { service, tenant, report, rowsOf, corrections, install } = useImports();

/** Makes the tables what they were before m0026. */
const BEFORE_UNSCORED = [
  'update attributions set counted_confidence = confidence_score where counted_day is not null',
  'alter table install_counts drop column unscored',
  `alter table install_counts add primary key (customer_id, app_id, day, model, channel)
     include (installs, confidence_sum, high_confidence)`,
  `delete from schema_migrations where name = 'm0026-installs-without-a-score'`,
];

test('a file that is imported by two jobs has its installs once and its purchases twice', async () => {
  const gaid = randomUUID();
  const file = [
    install({ gaid }),
    { event_type: 'purchase', event_timestamp: '2026-03-05', gaid, revenue: 2.5, currency: 'EUR' },
  ];
  for (const _job of [1, 2]) await importFile(service, tenant, 'custom', file);
  await settleRevenue(service);
  expect(await report('summary')).toMatchObject({ total_installs: 1 });
  const { campaigns } = await report<{ campaigns: object[] }>('roas');
  expect(campaigns).toMatchObject([{ attributed_installs: 1, revenue: { EUR: { total: 5 } } }]);
});

describe('an imported install', () => {
  test('is stored as attributed by its platform, reported to no network and not queued', async () => {
    await tenant.owner.rpc('create_ad_network_config', {
      p_app_id: tenant.appId,
      p_postback_format: 'network_b_app',
      p_event_types: ['install', 'purchase'],
      p_settings: { link_id: 'L' },
    });
    const gaid = randomUUID();
    const status = await importFile(service, tenant, 'custom', [
      install({ gaid, country_code: 'KE', ip: '203.0.113.77', device_model: 'Pixel 8', os_name: 'Android' }),
    ]);
    expect(status).toMatchObject({ status: 'completed', imported_rows: 1, errors: [] });
    const [event] = await rowsOf('events');
    expect(event).toMatchObject({
      event_type: 'install',
      gaid,
      channel: 'social_a',
      device_model: 'Pixel 8',
      os_name: 'Android',
      occurred_at: new Date(INSTALLED_AT),
      event_id: `import:${status.job_id}:1`,
      ip_network: '203.0.113.0/24',
      country: 'KE',
      sdk_version: 'migration-import/custom',
      fingerprint_components: '{"user_agent":"migration-import/custom"}',
      event_properties: '{"country_code":"KE"}',
    });
    const [campaign] = await rowsOf('campaigns');
    expect(campaign).toMatchObject({ name: 'Spring', channel: 'social_a', app_id: tenant.appId });
    expect(await rowsOf('attributions')).toMatchObject([
      {
        model: 'last_click',
        channel: 'social_a',
        campaign_id: campaign.id,
        postback_status: 'skipped',
        confidence_score: 0,
        confidence_breakdown: {},
        click_id: null,
        reason: expect.stringContaining('custom'),
      },
    ]);
    for (const table of ['event_queue', 'postbacks', 'fraud_flags', 'fraud_reviews'])
      expect([table, await rowsOf(table)]).toEqual([table, []]);
  });

  test('is in the totals, and in no average of confidence', async () => {
    const averages = async () => {
      const { avg_confidence_score, high_confidence_rate_pct, total_installs } = await report('summary');
      const { days } = await report<{ days: { date: string; avg_confidence: number }[] }>('installs');
      const day = days.find(({ date }) => date === '2026-03-01');
      return [total_installs, avg_confidence_score, high_confidence_rate_pct, day?.avg_confidence];
    };
    const installedAt = Date.parse(INSTALLED_AT);
    await send(service, tenant, {
      event_type: 'install',
      gaid: randomUUID(),
      timestamp: installedAt,
      referrer: 'utm_source=google-play&utm_medium=organic',
    });
    await processQueued(service);
    const [, score, rate, ofDay] = await averages();
    expect([Number(score) > 0, ofDay]).toEqual([true, score]);
    const erased = randomUUID();
    await importFile(service, tenant, 'custom', [
      install({ gaid: erased }),
      install({ channel: 'organic', campaign_name: '', attribution_model: 'organic' }),
    ]);
    await settleRevenue(service);
    expect(await averages()).toEqual([3, score, rate, score]);
    expect(await corrections()).toBe(0);
    // What was subtracted, is lost and counted anew.
    await tenant.owner.rpc('erase_device', { p_gaid: erased });
    expect(await averages()).toEqual([2, score, rate, score]);
    await service.services.backgroundPool.query(
      'update install_counts set unscored = 0 where customer_id = $1',
      [tenant.accountId],
    );
    expect(await averages()).not.toEqual([2, score, rate, score]);
    expect(await corrections()).toBe(1);
    expect(await averages()).toEqual([2, score, rate, score]);
    // Likewise what was counted before averages left imports out.
    const { backgroundPool } = service.services;
    for (const text of BEFORE_UNSCORED) await backgroundPool.query(text);
    await migrate(service.databaseUrl);
    expect(await averages()).toEqual([2, score, rate, score]);
    expect(await corrections()).toBe(0);
  });

  test('counts on the day it happened, in every report', async () => {
    await importFile(service, tenant, 'custom', [
      install(),
      install({ channel: 'organic', campaign_name: '', attribution_model: 'organic' }),
    ]);
    await settleRevenue(service);
    expect(await report('summary')).toMatchObject({
      total_installs: 2,
      avg_confidence_score: 0,
      high_confidence_rate_pct: 0,
      installs_by_model: { last_click: 1, organic: 1 },
      installs_by_channel: { social_a: 1, organic: 1 },
    });
    const { days } = await report<{ days: { date: string; total: number }[] }>('installs');
    expect(days.filter(({ total }) => total > 0)).toMatchObject([{ date: '2026-03-01', total: 2 }]);
    const { campaigns } = await report<{ campaigns: object[] }>('roas');
    expect(campaigns).toMatchObject([{ name: 'Spring', attributed_installs: 1 }]);
    expect(await corrections()).toBe(0);
  });

  test('joins its cohort, with the days of its later events', async () => {
    const gaid = randomUUID();
    await importFile(service, tenant, 'custom', [
      { event_type: 'open', event_timestamp: '2026-03-02 09:00:00', gaid },
      install({ gaid }),
      { event_type: 'session_start', event_timestamp: '2026-03-08 09:00:00', gaid },
      install({ gaid: undefined, external_device_id: 'ext-1' }),
      { event_type: 'open', event_timestamp: '2026-03-04 09:00:00', external_device_id: 'ext-1' },
    ]);
    await settleRevenue(service);
    const { cohorts } = await report<{ cohorts: { cohort_date: string; retention: object[] }[] }>('cohorts');
    expect(cohorts.find(({ cohort_date }) => cohort_date === '2026-03-01')).toMatchObject({
      installs: 2,
      retention: [
        { day: 0, devices: 2 },
        { day: 1, devices: 1 },
        { day: 3, devices: 1 },
        { day: 7, devices: 1 },
        { day: 14, devices: 0 },
        { day: 30, devices: 0 },
      ],
    });
    expect(await corrections()).toBe(0);
  });

  test('of a device that installed before is a re-install, whatever the order of the rows', async () => {
    const gaid = randomUUID();
    await importFile(service, tenant, 'custom', [
      install({ gaid, installed_at: '2026-04-01', channel: 'sms' }),
      install({ gaid, installed_at: '2026-03-01', channel: 'email' }),
    ]);
    expect(await report('summary')).toMatchObject({ total_installs: 1, installs_by_channel: { email: 1 } });
    const kinds = (await rowsOf('installs')).map(({ kind }) => kind);
    expect(kinds.sort()).toEqual(['install', 'reinstall']);
  });

  test('uses the campaign of its name that is there', async () => {
    const ofAllApps = await addCampaign(tenant, { p_name: 'Spring' });
    await importFile(service, tenant, 'custom', [install(), install()]);
    const ofApp = await addCampaign(tenant, { p_name: 'Spring', p_app_id: tenant.appId });
    await importFile(service, tenant, 'custom', [install(), install({ campaign_name: 'spring' })]);
    const campaigns = (await rowsOf('attributions')).map(({ campaign_id }) => campaign_id);
    expect(Map.groupBy(campaigns, (id) => id).get(ofAllApps)).toHaveLength(2);
    expect(Map.groupBy(campaigns, (id) => id).get(ofApp)).toHaveLength(1);
    expect((await rowsOf('campaigns')).map(({ name }) => name).sort()).toEqual([
      'Spring',
      'Spring',
      'spring',
    ]);
  });
});
