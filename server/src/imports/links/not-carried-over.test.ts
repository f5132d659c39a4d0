import { beforeEach, expect, test } from 'vitest';
import { answerOf } from '../../testing/answer-of.ts';
import { createTenant, type Tenant } from '../../testing/test-tenant.ts';
import { useService } from '../../testing/use-service.ts';
import { processAllImports } from '../testing/import-file.ts';
import { importLinks, insertDomain, linkStatusOf, startLinkJob, uploadLinks } from '../testing/link-file.ts';

const service = useService();
let tenant: Tenant;
let domain: string;
beforeEach(async () => {
  tenant = await createTenant(service);
  domain = await insertDomain(service, tenant);
});

const TO = 'https://example.com/shoes';
const pool = () => service.services.backgroundPool;
const rowOf = (path: string, more: object = {}) => ({ path, originalURL: TO, ...more });

test('a dry run stores nothing, and says what would be', async () => {
  const jobId = await startLinkJob(tenant, 'source_e', { domain });
  const rows = [
    rowOf('A/b', { title: 'My link', clicks: 17, FolderId: '', cloaking: false, utmSource: 'x' }),
    rowOf('', { title: 'Other', unheard: ['of'] }),
    rowOf('spring'),
  ];
  const before = await pool().query('select count(*)::int as n from audit_log where customer_id = $1', [
    tenant.accountId,
  ]);
  const { status, body } = await answerOf(uploadLinks(service, tenant.owner, jobId, rows, '&dry_run=1'));
  expect([status, body]).toEqual([
    200,
    {
      job_id: jobId,
      total_rows: 3,
      status: 'pending',
      dry_run: true,
      would_import: { link: 2 },
      would_reject: 1,
      errors: [{ row: 2, column: 'short_link', value: null, reason: 'is missing' }],
      not_carried_over: [
        { column: 'title', reason: expect.any(String), rows: 2, example: 'My link' },
        { column: 'clicks', reason: expect.stringContaining('counts of the past'), rows: 1, example: '17' },
        {
          column: 'unheard',
          reason: expect.stringContaining('nothing of this name'),
          rows: 1,
          example: '["of"]',
        },
      ],
      sample: [
        expect.objectContaining({
          row: 1,
          domain,
          path: '/A/b',
          fallback_url: TO,
          utm: { source: 'x' },
          active: true,
        }),
        expect.objectContaining({ row: 3, domain, slug: 'spring', path: null }),
      ],
    },
  ]);
  expect((await answerOf(tenant.owner.rpc('list_links'))).body.items).toEqual([]);
  const after = await pool().query('select count(*)::int as n from audit_log where customer_id = $1', [
    tenant.accountId,
  ]);
  expect(after.rows).toEqual(before.rows);
  expect(await linkStatusOf(tenant, jobId)).toMatchObject({ status: 'pending', total_rows: 0 });
});

test('what is not carried over is counted over all batches, and its columns are not stored', async () => {
  const rows = Array.from({ length: 250 }, (_, n) =>
    rowOf(`A/${n}`, { title: `t${n}`, androidURL: 'shop://x' }),
  );
  const jobId = await startLinkJob(tenant, 'source_e', { domain });
  await uploadLinks(service, tenant.owner, jobId, rows);
  const { rows: batches } = await pool().query('select rows from import_batches where job_id = $1', [jobId]);
  expect(batches).toHaveLength(3);
  expect(JSON.stringify(batches)).not.toContain('title');
  await processAllImports(service);
  expect((await linkStatusOf(tenant, jobId)).not_carried_over).toEqual([
    { column: 'title', reason: expect.any(String), rows: 250, example: 't0' },
    { column: 'androidURL', reason: expect.stringContaining('http'), rows: 250, example: 'shop://x' },
  ]);
});

test('the report has an end', async () => {
  const row = rowOf('A/b', Object.fromEntries(Array.from({ length: 300 }, (_, n) => [`column ${n}`, 'x'])));
  const { not_carried_over } = await importLinks(service, tenant, 'source_e', [row], { domain });
  expect(not_carried_over).toHaveLength(201);
  expect(not_carried_over.at(-1)).toEqual({
    column: null,
    reason: 'other columns',
    rows: 100,
    example: null,
  });
});
