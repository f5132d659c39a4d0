import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { perTest } from '../testing/per-suite.ts';
import { createTenant } from '../testing/test-tenant.ts';
import { useService } from '../testing/use-service.ts';
import { importFile } from './testing/import-file.ts';

const NOW = Date.UTC(2026, 4, 1, 12);
const service = useService({ clock: () => NOW });
const tenant = perTest(() => createTenant(service));

async function storedInstalls(): Promise<number> {
  const { rows } = await service.services.workPool.query<{ n: number }>(
    'select count(*)::int as n from installs where customer_id = $1',
    [tenant.accountId],
  );
  return rows[0]?.n ?? 0;
}

describe('a file with bad rows', () => {
  const install = () => ({
    event_type: 'install',
    installed_at: '2026-03-01T10:00:00Z',
    gaid: randomUUID(),
    channel: 'social_a',
    campaign_name: 'Spring',
    attribution_model: 'last_click',
  });
  const rows = (good: number, bad: number) => [
    ...Array.from({ length: good }, install),
    ...Array.from({ length: bad }, () => ({ ...install(), installed_at: 'yesterday' })),
  ];
  test.each([
    [96, 4, 'completed'],
    [95, 5, 'failed'],
    [190, 9, 'completed'],
    [20, 1, 'completed'],
    [19, 1, 'failed'],
    [0, 1, 'failed'],
  ])('%i good and %i bad rows: %s, and the good ones stay', async (good, bad, expected) => {
    const status = await importFile(service, tenant, 'custom', rows(good, bad));
    expect(status).toMatchObject({
      status: expected,
      total_rows: good + bad,
      processed_rows: good + bad,
      progress_pct: 100,
      imported_rows: good,
      rejected_rows: bad,
      failure_reason:
        expected === 'failed' ? expect.stringContaining(`the other ${good} were imported`) : null,
    });
    expect(await storedInstalls()).toBe(good);
    expect(status.errors).toHaveLength(bad);
    expect(status.errors[0]).toEqual({
      row: good + 1,
      column: 'installed_at',
      value: 'yesterday',
      reason: expect.stringContaining('must be a time'),
    });
  });

  test('keeps the first 1,000 errors, counts all, and gives them as CSV', async () => {
    const file = `event_type,installed_at,gaid\n${`=${'x'.repeat(300)},2026-03-01,\n`.repeat(1001)}`;
    const status = await importFile(service, tenant, 'custom', file);
    expect(status).toMatchObject({ status: 'failed', rejected_rows: 1001 });
    expect(status.errors).toHaveLength(1000);
    expect(status.errors.at(-1)?.row).toBe(1000);
    const response = await tenant.owner.get(`/v1/migration-importer/errors?job_id=${status.job_id}`);
    expect(response.headers.get('content-type')).toContain('text/csv');
    const [header, first, ...others] = (await response.text()).split('\r\n');
    expect(header).toBe('row,column,value,reason');
    expect(first).toContain(`1,event_type,'=${'x'.repeat(98)}…,must be text of up to 200`);
    expect(others).toHaveLength(1000);
  });
});
