import { beforeAll, describe, expect, test } from 'vitest';
import { perSuite } from '../testing/per-suite.ts';
import { randomFor } from '../testing/random.ts';
import { TEST_ANON_KEY } from '../testing/test-service.ts';
import { createTenant } from '../testing/test-tenant.ts';
import { useService } from '../testing/use-service.ts';
import { makeTraffic } from './testing/random-traffic.ts';
import { createTrafficWorld, receiveEvents, settle } from './testing/traffic-world.ts';

const NOW = Date.UTC(2026, 2, 1, 12);

const service = useService({ clock: () => NOW });
const tenant = perSuite(() => createTenant(service));
beforeAll(async () => {
  const { apps } = await createTrafficWorld(service, tenant);
  const shape = { devices: 120, days: 20, returns: 1, nameless: 0 };
  await receiveEvents(service, makeTraffic(randomFor(1), apps, shape, NOW));
  await settle(service);
});

const path = (parameters: Record<string, string>) => `/v1/analytics?${new URLSearchParams(parameters)}`;

interface Body {
  readonly key: string | null;
}

describe('as CSV', () => {
  const csv = async (parameters: Record<string, string>, accept = 'text/csv') =>
    service.request(path(parameters), {
      headers: { accept, authorization: `Bearer ${tenant.owner.token}`, apikey: TEST_ANON_KEY },
    });

  test.each([
    ['health', 'status,service'],
    ['summary', 'metric,of,value'],
    ['installs', 'date,total,avg_confidence,by_model.'],
    ['cohorts', 'cohort_date,installs,day_0_devices,day_0_rate_pct,day_1_devices,'],
    ['fraud', 'id,install_id,app_id,rule,rule_version,score,signals,flagged_at'],
    ['events', 'event_type,custom_event_name,rest,count,devices,revenue.'],
    ['attribution_log', 'attribution_id,install_id,app_id,install_kind,installed_at,model,channel,'],
  ])('%s is a table', async (resource, header) => {
    const response = await csv({ resource });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8; header=present');
    expect(response.headers.get('content-disposition')).toBe(`attachment; filename="${resource}.csv"`);
    expect(response.headers.get('vary')).toBe('Accept');
    expect(await response.text()).toMatch(new RegExp(`^${header.replaceAll('.', '\\.')}[^\\n]*\\r\\n`));
  });

  test('the lines hold what the body holds', async () => {
    const parameters = { resource: 'installs', date_from: '2026-02-20', date_to: '2026-02-22' };
    const { days } = (await (await tenant.owner.get(path(parameters))).json()) as {
      days: { date: string; total: number; avg_confidence: number }[];
    };
    const lines = (await (await csv(parameters)).text()).split('\r\n').slice(1, -1);
    expect(lines.map((line) => line.split(',').slice(0, 3).join(','))).toEqual(
      days.map((day) => `${day.date},${day.total},${day.avg_confidence}`),
    );
  });

  test.each(['summary', 'installs', 'cohorts', 'revenue', 'roas'])(
    'in groups %s has the lines of each, with the same columns',
    async (resource) => {
      const parameters = { resource, group_by: 'device_model', date_from: '2026-02-20' };
      const header = (await (await csv({ resource })).text()).split('\r\n')[0] ?? '';
      const text = await (await csv(parameters)).text();
      const { groups } = (await (await tenant.owner.get(path(parameters))).json()) as { groups: Body[] };
      expect(text).toMatch(/^key,rest,/);
      if (resource === 'summary' || resource === 'cohorts')
        expect(text).toMatch(new RegExp(`^key,rest,${header}\\r`));
      for (const { key } of groups)
        if (key && /^[\w .-]+$/.test(key)) expect(text).toContain(`\r\n${key},false,`);
      expect(text).not.toContain('\r\n"=cmd');
    },
  );

  test('times are ISO 8601 in UTC, as a spreadsheet reads them', async () => {
    const parameters = { resource: 'attribution_log', date_from: '2026-02-20' };
    const { attributions } = (await (await tenant.owner.get(path(parameters))).json()) as {
      attributions: { installed_at: number }[];
    };
    const lines = (await (await csv(parameters)).text()).split('\r\n').slice(1, -1);
    expect(attributions.length).toBeGreaterThan(20);
    expect(lines.map((line) => line.split(',')[4])).toEqual(
      attributions.map(({ installed_at }) => new Date(installed_at).toISOString()),
    );
  });

  test('says where the next page is', async () => {
    const parameters = { resource: 'attribution_log', date_from: '2026-02-01' };
    const body = (await (await tenant.owner.get(path(parameters))).json()) as { next_cursor: string };
    const link = (await csv(parameters)).headers.get('link') ?? '';
    const query = new URLSearchParams(/^<\?(.*)>; rel="next"$/.exec(link)?.[1]);
    expect(Object.fromEntries(query)).toEqual({ ...parameters, cursor: body.next_cursor });
  });

  test.each([
    ['application/json', 'application/json'],
    ['*/*', 'application/json'],
    ['text/csv;q=0.1, application/json', 'application/json'],
    ['text/csv, */*;q=0.1', 'text/csv; charset=utf-8; header=present'],
    ['text/html', 'application/json'],
  ])('is for those who ask for it: %s', async (accept, type) => {
    const response = await csv({ resource: 'summary' }, accept);
    expect(response.headers.get('content-type')).toBe(type);
  });

  test.each([
    [1024, 'text/csv; charset=utf-8; header=present'],
    [1025, 'application/json'],
  ])('is for who asks in up to 1,024 characters: %i get %s', async (length, type) => {
    const response = await csv({ resource: 'health' }, `text/csv,${'a'.repeat(length - 9)}`);
    expect(response.headers.get('content-type')).toBe(type);
  });

  test('an error is JSON', async () => {
    const response = await csv({ resource: 'weather' });
    expect([response.status, response.headers.get('content-type')]).toEqual([400, 'application/json']);
  });
});
