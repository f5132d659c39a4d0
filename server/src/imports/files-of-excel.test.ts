import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { renderCsv } from '../platform/http/answers/render-csv.ts';
import { runAdmin } from '../run/admin/run-admin.ts';
import { unattended } from '../run/admin/terminal.ts';
import { answerOf } from '../testing/answer-of.ts';
import { perSuite } from '../testing/per-suite.ts';
import { addApp, addCampaign, createTenant } from '../testing/test-tenant.ts';
import { useService } from '../testing/use-service.ts';
import { processAllImports, startJob, statusOf, upload } from './testing/import-file.ts';
import { LINK_BASE, startLinkJob } from './testing/link-file.ts';

const service = useService();
const tenant = perSuite(() => createTenant(service));

type Encode = (lines: readonly (readonly string[])[]) => Buffer;

const joined = (lines: readonly (readonly string[])[], separator: string, end = '\r\n') =>
  lines
    .map((line) =>
      line
        .map((value) =>
          value.includes(separator) || value.includes('"') ? `"${value.replaceAll('"', '""')}"` : value,
        )
        .join(separator),
    )
    .join(end) + end;

/** How Excel saves a table, by what it calls the format. */
const FORMATS: Readonly<Record<string, Encode>> = {
  'CSV UTF-8, of a country with decimal commas': (lines) => Buffer.from(`\uFEFF${joined(lines, ';')}`),
  'CSV, of a country with decimal commas': (lines) => Buffer.from(joined(lines, ';'), 'latin1'),
  CSV: (lines) => Buffer.from(joined(lines, ','), 'latin1'),
  'Unicode text': (lines) => Buffer.from(`\uFEFF${joined(lines, '\t')}`, 'utf16le'),
  'CSV with its own first line': (lines) => Buffer.from(`sep=;\r\n${joined(lines, ';')}`),
  'a report with lines above its header': (lines) =>
    Buffer.from(`\uFEFF"Bericht; alle Kampagnen"\r\nvon 1.5. bis 2.5.\r\n\r\n${joined(lines, ';')}`),
};

describe.each(Object.keys(FORMATS))('%s', (format) => {
  const encode = FORMATS[format] ?? (() => Buffer.alloc(0));
  const history = () => [
    ['event_type', 'event_timestamp', 'gaid', 'campaign_name', 'revenue', 'currency'],
    ['purchase', '2026-03-01', randomUUID(), 'Frühjahr', '12,50', 'EUR'],
    ['purchase', '2026-03-01', randomUUID(), 'Frühjahr', '1.234,56', 'EUR'],
  ];

  test('is read as history', async () => {
    const jobId = await startJob(tenant);
    const tried = await answerOf(
      upload(service, tenant.owner, jobId, encode(history()), { query: '&dry_run=1' }),
    );
    expect(tried.body).toMatchObject({
      would_reject: 0,
      sample: [{ campaign_name: 'Frühjahr', revenue: 12.5 }, { revenue: 1234.56 }],
    });
    expect((await upload(service, tenant.owner, jobId, encode(history()))).status).toBe(200);
    await processAllImports(service);
    expect(await statusOf(tenant, jobId)).toMatchObject({ status: 'completed', imported_rows: 2 });
  });

  test('is read as history by the command', async () => {
    const path = join(tmpdir(), randomUUID());
    await writeFile(path, encode(history()));
    const lines: string[] = [];
    const print = (line: string) => void lines.push(line);
    const args = ['import', path, await addApp(tenant), 'custom'];
    await runAdmin(service.services.config, args, print, { terminal: unattended(print) });
    expect(lines).toEqual(['2 of 2 rows imported, 0 rejected']);
  });

  test('is read as links', async () => {
    const jobId = await startLinkJob(tenant, 'custom');
    const file = encode([
      ['slug', 'fallback_url', 'title'],
      ['summer', 'https://example.com/a;b', 'Grüße, alle'],
    ]);
    const tried = await answerOf(
      upload(service, tenant.owner, jobId, file, { base: LINK_BASE, query: '&dry_run=1' }),
    );
    expect(tried.body).toMatchObject({ would_reject: 0, would_import: { link: 1 } });
    expect(JSON.stringify(tried.body.sample)).toContain('Grüße, alle');
  });

  test('is read as ad spend, once it is text', async () => {
    const campaign = await addCampaign(tenant);
    const bytes = encode([
      ['Date', 'Amount', 'Currency', 'campaign_id'],
      ['2026-03-01', '12,50', 'EUR', campaign],
      ['2026-03-02', '1.234,56', 'EUR', campaign],
    ]);
    const p_data = new TextDecoder(format === 'Unicode text' ? 'utf-16le' : 'utf-8', {
      ignoreBOM: true,
    }).decode(bytes);
    const uploaded = await answerOf(tenant.owner.rpc('upload_ad_spend', { p_source: 'csv', p_data }));
    expect(uploaded).toMatchObject({ status: 200, body: { recorded: 2 } });
    const listed = await (await tenant.owner.rpc('list_ad_spend', { p_campaign_id: campaign })).text();
    expect([...listed.matchAll(/"amount":([\d.]+)/g)].map(([, amount]) => amount).sort()).toEqual([
      '12.50',
      '1234.56',
    ]);
  });
});

test.each([
  ['Date;Foo\n1;2\n', 'line 2: date'],
  [
    'Foo;Bar\n1;2\n',
    'p_data: line 1 is separated by ; and has none of the mapped columns in its header: date, amount',
  ],
  ['date,amount,currency\n2026-01-01;2;EUR\n', 'line 2: is separated by ;, and its header by ,'],
  ['date;amount;currency\n2026-01-01;1.234;EUR\n', 'line 2: amount: 1.234 may mean 1234 here'],
  ['sep=x\ndate;amount\n', 'p_data: line 1: sep= must name'],
])('ad spend of %j is refused, naming line and cause', async (p_data, message) => {
  const { status, body } = await answerOf(tenant.owner.rpc('upload_ad_spend', { p_source: 'csv', p_data }));
  expect([status, body.error]).toEqual([400, expect.stringContaining(message)]);
});

test('what the service writes into CSV comes back as it was', async () => {
  const names = ['=Sale', "'=Sale", 'a;＝1', '+254', 'x\t@y', 'it’s; fine', '-'];
  for (const name of names) await addCampaign(tenant, { p_name: name });
  const rows = names.map((name) => ['2026-03-05', 1, 'EUR', name]);
  const p_data = renderCsv({ columns: ['date', 'amount', 'currency', 'campaign_name'], rows });
  const uploaded = await answerOf(tenant.owner.rpc('upload_ad_spend', { p_source: 'csv', p_data }));
  expect(uploaded).toMatchObject({ status: 200, body: { recorded: names.length } });
});
