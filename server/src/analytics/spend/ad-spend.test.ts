import { beforeEach, describe, expect, test } from 'vitest';
import { perTest } from '../../testing/per-suite.ts';
import { addApp, addCampaign, createTenant } from '../../testing/test-tenant.ts';
import { useService } from '../../testing/use-service.ts';

let campaignId: string;

const service = useService();
const tenant = perTest(() => createTenant(service));
beforeEach(async () => {
  campaignId = await addCampaign(tenant);
});

const record = (args: object) =>
  tenant.owner.rpc('record_ad_spend', {
    p_campaign_id: campaignId,
    p_date: '2026-01-31',
    p_amount: 10,
    p_currency: 'USD',
    ...args,
  });
const upload = (p_data: string, more: object = {}) =>
  tenant.owner.rpc('upload_ad_spend', { p_source: 'csv', p_data, ...more });
const error = async (response: Response) => ((await response.json()) as { error: string }).error;

async function listed(args: object = {}): Promise<string[]> {
  const response = await tenant.owner.rpc('list_ad_spend', args);
  const text = await response.text();
  const { items } = JSON.parse(text) as { items: { date: string; currency: string; source: string }[] };
  const amounts = [...text.matchAll(/"amount":([\d.]+)/g)].map(([, digits]) => digits);
  return items.map(({ date, currency, source }, n) => `${date} ${amounts[n]} ${currency} ${source}`).sort();
}

describe('ad spend', () => {
  test('is recorded by day, campaign and currency, and corrected when it is recorded again', async () => {
    expect((await record({})).status).toBe(200);
    expect((await record({ p_currency: 'eur', p_amount: '0.1' })).status).toBe(200);
    expect((await record({ p_date: '2026-02-01', p_amount: 3 })).status).toBe(200);
    expect(await listed()).toEqual([
      '2026-01-31 0.10 EUR dashboard',
      '2026-01-31 10.00 USD dashboard',
      '2026-02-01 3.00 USD dashboard',
    ]);
    await record({ p_amount: 12.34 });
    expect(await listed({ p_date_to: '2026-01-31' })).toEqual([
      '2026-01-31 0.10 EUR dashboard',
      '2026-01-31 12.34 USD dashboard',
    ]);
    const { rows } = await service.services.workPool.query(
      `select details from audit_log where action = 'record_ad_spend' and target_id = $1 order by happened_at`,
      [campaignId],
    );
    expect(rows.at(-1)?.details).toMatchObject({ amount: '12.34', before: '10', date: '2026-01-31' });
  });

  test.each([
    ['0', 'JPY', '0'],
    [1.005, 'USD', '1.005'],
    ['999999999999999.99999999999999999999', 'USD', '999999999999999.99999999999999999999'],
    ['1e3', 'JPY', '1000'],
    [2, 'KWD', '2.000'],
  ])('keeps %s %s exactly', async (p_amount, p_currency, printed) => {
    const response = await record({ p_amount, p_currency });
    expect(await response.text()).toContain(`"amount":${printed},`);
  });

  test.each([
    ['a negative amount', { p_amount: -1 }, 'p_amount'],
    ['an amount of 10^15', { p_amount: '1000000000000000' }, 'p_amount'],
    ['an amount with 21 decimals', { p_amount: '0.000000000000000000001' }, 'p_amount'],
    ['an amount that is no number', { p_amount: 'ten' }, 'p_amount'],
    ['no amount', { p_amount: null }, 'p_amount'],
    ['an unknown currency', { p_currency: 'USX' }, 'p_currency'],
    ['a currency with a dotless i', { p_currency: '\u0131QD' }, 'p_currency'],
    ['a day that there is not', { p_date: '2026-02-30' }, 'p_date'],
  ])('is refused with %s', async (_case, args, named) => {
    const response = await record(args);
    expect(response.status).toBe(400);
    expect(await error(response)).toContain(named);
    expect(await listed()).toEqual([]);
  });

  test('is counted once when it is recorded by many at once', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => record({ p_amount: n + 1 })));
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect(await listed()).toHaveLength(1);
  });
});

describe('the spend of an archived team', () => {
  test('is taken no more, by id or name, alone or in a file', async () => {
    const { owner } = tenant;
    const p_team_id = (await (await owner.rpc('create_team', { p_name: 'T' })).json()) as string;
    const p_app_id = await addApp(tenant, { p_team_id });
    const closed = await addCampaign(tenant, { p_app_id, p_name: 'Closing' });
    const rows = [closed, 'Closing'].map((key, n) => `2026-01-0${n + 1},1,USD,${n ? `,${key}` : `${key},`}`);
    const file = (...lines: string[]) =>
      ['date,amount,currency,campaign_id,campaign_name', ...lines, ''].join('\n');
    expect((await upload(file(...rows))).status).toBe(200);
    expect((await owner.rpc('archive_team', { p_team_id })).status).toBe(204);
    const before = await listed();
    for (const row of rows) {
      for (const more of [{}, { p_dry_run: true }]) {
        const response = await upload(file('2026-01-05,1,USD,,Spring', row), more);
        expect(response.status).toBe(409);
        expect(await error(response)).toBe('p_data: line 3: the team of the app is archived');
      }
    }
    expect((await record({ p_campaign_id: closed })).status).toBe(409);
    expect(await listed()).toEqual(before);
    await addCampaign(tenant, { p_name: 'Closing' });
    expect((await upload(file('2026-01-05,1,USD,,Closing'))).status).toBe(200);
  });
});

describe('a file of ad spend', () => {
  const HEADER = 'Date,Amount,Currency,Campaign_Name,Impressions\r\n';

  test('is recorded as a whole, by the names or the ids of campaigns', async () => {
    const other = await addCampaign(tenant, { p_name: 'Summer, late' });
    const rows = `2026-01-01,10.5,usd,Spring,100\r\n\r\n2026-01-02,"7",USD,"Summer, late",5\r\n`;
    expect(await (await upload(`\uFEFF${HEADER}${rows}`)).json()).toEqual({
      rows: 2,
      recorded: 2,
      corrected: 0,
      unchanged: 0,
      skipped: [],
      dry_run: false,
    });
    const again = `date,amount,currency,campaign_id\n2026-01-01,10.50,USD,${campaignId}\n2026-01-02,8,USD,${other.toUpperCase()}\n2026-01-03,1,USD,${other}\n`;
    expect(await (await upload(again)).json()).toMatchObject({ recorded: 1, corrected: 1, unchanged: 1 });
    expect(await listed()).toEqual([
      '2026-01-01 10.50 USD csv',
      '2026-01-02 8.00 USD csv',
      '2026-01-03 1.00 USD csv',
    ]);
  });

  test.each([
    ['Total', 'Total,12,USD,,300'],
    ['Total: account', 'Total: account,12,--,--,300'],
    ['Total: campaigns', ' -- ,12,USD,Total: campaigns,300'],
    ['a sum of no day and no campaign', ',12,USD,,300'],
    ['a line that ends early', 'Grand total,12'],
    ['a name of another language', 'Gesamt,12,USD,,'],
    ['the results of all campaigns', ',12,USD,Results from 2 campaigns,'],
    ['an amount that is none', '--,n/a,,--,'],
  ])('passes over a total row: %s', async (_, total) => {
    const days = ['2026-01-01,10,USD,Spring,1', '2026-01-02,2,USD,Spring,1'];
    const answer = await upload(`${HEADER}${days.join('\n')}\n${total}\n`);
    expect(await answer.json()).toMatchObject({
      rows: 2,
      recorded: 2,
      skipped: [{ line: 4, reason: expect.stringContaining('total') }],
    });
    expect(await (await upload(`${HEADER}${total}\n${days.join('\n')}`)).json()).toMatchObject({
      unchanged: 2,
      skipped: [{ line: 2 }],
    });
    expect(await listed()).toEqual(['2026-01-01 10.00 USD csv', '2026-01-02 2.00 USD csv']);
    const alone = await upload(`${HEADER}${total}\n`);
    expect([alone.status, await error(alone)]).toEqual([400, expect.stringContaining('no rows')]);
  });

  test('keeps what a campaign called Total costs on a day', async () => {
    await addCampaign(tenant, { p_name: 'Total' });
    const answer = await upload(`${HEADER}2026-01-01,10,USD,Total,1\nTotal,10,USD,,1\n`);
    expect(await answer.json()).toMatchObject({ recorded: 1, skipped: [{ line: 3 }] });
    expect(await listed()).toEqual(['2026-01-01 10.00 USD csv']);
  });

  test('has 100 total rows at the most', async () => {
    const file = (count: number) => `${HEADER}2026-01-01,1,USD,Spring,\n${'Total,1,USD,,\n'.repeat(count)}`;
    expect((await upload(file(100))).status).toBe(200);
    const refused = await upload(file(101));
    expect([refused.status, await error(refused)]).toEqual([
      400,
      'p_data: must have 100 total rows or fewer',
    ]);
  });

  test('changes nothing in a dry run', async () => {
    const answer = await upload(`${HEADER}2026-01-01,1,USD,Spring,\n`, { p_dry_run: true });
    expect(await answer.json()).toMatchObject({ recorded: 1, dry_run: true });
    expect(await listed()).toEqual([]);
  });

  test.each([
    ['no rows', '', 'no rows'],
    ['a wrong amount', '2026-01-01,1,USD,Spring,\n2026-01-01,-5,USD,Spring,\n', 'line 3: amount'],
    ['no currency', '2026-01-01,1,,Spring,\n', 'line 2: currency'],
    ['a currency with a long s', '2026-01-01,1,u\u017fd,Spring,\n', 'line 2: currency'],
    ['no day of a campaign', ',1,USD,Spring,\n', 'line 2: date'],
    ['a name that begins like a total', 'Totally,1,USD,Spring,\n', 'line 2: date'],
    ['no campaign', '2026-01-01,1,USD,,\n', 'line 2: campaign_id or campaign_name'],
    ['a campaign that there is not', '2026-01-01,1,USD,Winter,\n', 'line 2: there is no such campaign'],
    ['the same day twice', '2026-01-01,1,USD,Spring,\n2026-01-01,2,USD,Spring,\n', 'the same campaign'],
    ['an unclosed quote', '2026-01-01,1,USD,"Spring,\n', 'p_data'],
    ['a line of commas', `${','.repeat(150_000)}\n`, 'p_data: a record is longer'],
    ['a NUL', '2026-01-01,1,USD,Spr\0ing,\n', 'p_data'],
  ])('is refused with %s, and nothing of it is recorded', async (_case, rows, named) => {
    const response = await upload(HEADER + rows);
    expect(response.status).toBe(400);
    expect(await error(response)).toContain(named);
    expect(await listed()).toEqual([]);
  });

  test('has 5,000 rows at the most', async () => {
    const days = (count: number) =>
      Array.from({ length: count }, (_, n) => new Date(Date.UTC(2000, 0, n + 1)).toISOString().slice(0, 10));
    const file = (count: number) =>
      `${HEADER}${days(count)
        .map((day) => `${day},1,USD,Spring,\n`)
        .join('')}`;
    const refused = await upload(file(5001));
    expect(refused.status).toBe(400);
    expect(await error(refused)).toContain('5000 rows');
    expect(await (await upload(file(5000))).json()).toMatchObject({ recorded: 5000 });
  });

  test('cannot name a campaign of another account', async () => {
    const other = await createTenant(service);
    const id = await addCampaign(other, { p_name: 'Theirs' });
    const response = await upload(`date,amount,currency,campaign_id\n2026-01-01,1,USD,${id}\n`);
    expect(response.status).toBe(400);
  });
});
