import { beforeEach, describe, expect, test } from 'vitest';
import { answerOf } from '../../testing/answer-of.ts';
import { addCampaign, createTenant, type Tenant } from '../../testing/test-tenant.ts';
import { useService } from '../../testing/use-service.ts';
import { processBatch } from '../process/process-batch.ts';
import { cutBeforeProgress } from '../testing/cut-before-progress.ts';
import { processAllImports } from '../testing/import-file.ts';
import { importLinks, insertDomain, linkStatusOf, startLinkJob, uploadLinks } from '../testing/link-file.ts';

const NOW = Date.UTC(2026, 4, 1, 12);
const service = useService({ clock: () => NOW });
let tenant: Tenant;
let domain: string;
beforeEach(async () => {
  tenant = await createTenant(service);
  domain = await insertDomain(service, tenant);
});

const TO = 'https://example.com/shoes';
const pool = () => service.services.backgroundPool;
const rowOf = (path: string, more: object = {}) => ({ path, originalURL: TO, ...more });
const rowsOf = (count: number) => Array.from({ length: count }, (_, n) => rowOf(`A/b-${n}?x=1`));

interface StoredLink {
  readonly slug: string;
  readonly path: string | null;
  readonly host: string | null;
  readonly channel: string;
  readonly active: boolean;
  readonly campaign: string | null;
}

async function linksOf({ accountId } = tenant): Promise<StoredLink[]> {
  const { rows } = await pool().query<StoredLink>(
    `select slug, path, host, links.channel, links.active, campaigns.name as campaign
     from links left join link_paths on link_id = links.id left join domains on domains.id = links.domain_id
       left join campaigns on campaigns.id = links.campaign_id
     where links.customer_id = $1 order by path, slug`,
    [accountId],
  );
  return rows;
}

test('slugs and paths of a moved domain stay, in their letter case and with their query', async () => {
  const paths = ['spring', 'Spring', 'SPRING', 'a/b?x=1', 'a/b?x=2', 'a/b', 'é', 'ab'];
  const done = await importLinks(
    service,
    tenant,
    'source_e',
    paths.map((path) => rowOf(path)),
    { domain },
  );
  expect(done).toMatchObject({
    status: 'completed',
    imported_rows: 8,
    domain,
    not_carried_over: [],
    errors: [],
  });
  const stored = await linksOf();
  expect(new Set(stored.map(({ path, slug }) => path ?? `/${slug}`))).toEqual(
    new Set(['/spring', '/Spring', '/SPRING', '/a/b?x=1', '/a/b?x=2', '/a/b', '/%C3%A9', '/ab']),
  );
  expect(stored.every(({ host }) => host === domain)).toBe(true);
});

test('links become what their rows say, with campaigns and their channels', async () => {
  const spring = await addCampaign(tenant, { p_name: 'Spring', p_channel: 'sms', p_app_id: tenant.appId });
  const rows = [
    { slug: 'aaa-1', fallback_url: TO, campaign_name: 'Spring', tags: ['x'], rules: [], active: false },
    { slug: 'aaa-2', fallback_url: TO, campaign_name: 'Summer', channel: 'email' },
    { slug: 'aaa-3', fallback_url: TO, campaign_id: spring, deferred_params: { size: 41 } },
    { slug: 'aaa-4', fallback_url: TO },
  ];
  expect(await importLinks(service, tenant, 'custom', rows)).toMatchObject({ imported_rows: 4 });
  expect(await linksOf()).toMatchObject([
    { slug: 'aaa-1', campaign: 'Spring', channel: 'sms', active: false, host: null },
    { slug: 'aaa-2', campaign: 'Summer', channel: 'email', active: true },
    { slug: 'aaa-3', campaign: 'Spring', channel: 'sms' },
    { slug: 'aaa-4', campaign: null, channel: 'unknown' },
  ]);
  const { body } = await answerOf(tenant.owner.rpc('list_links', { p_text: 'aaa-3' }));
  expect(body.items).toMatchObject([{ slug: 'aaa-3', deferred_params: { size: 41 }, created_at: NOW }]);
  const { body: first } = await answerOf(tenant.owner.rpc('list_links', { p_tag: 'x' }));
  expect(first.items).toMatchObject([{ slug: 'aaa-1', tags: ['x'] }]);
});

test('an imported link is followed at once', async () => {
  await importLinks(service, tenant, 'custom', [{ slug: 'follow-me', fallback_url: TO }]);
  const answer = await service.request('/l/follow-me');
  expect([answer.status, answer.headers.get('location')]).toEqual([302, expect.stringContaining(TO)]);
});

test('a campaign of another account or app is an error of its row', async () => {
  const other = await createTenant(service);
  const theirs = await addCampaign(other, { p_name: 'x' });
  const rows = [{ slug: 'bbb-1', fallback_url: TO, campaign_id: theirs }];
  expect((await importLinks(service, tenant, 'custom', rows)).errors).toEqual([
    { row: 1, column: 'campaign_id', value: theirs, reason: 'no such campaign of the app' },
  ]);
  expect(await linksOf()).toEqual([]);
});

test('a link to a link of this service is an error of its row, in a dry run as well', async () => {
  const { publicUrl, host, port } = service.services.config;
  const own = `${publicUrl ?? `http://${host}:${port}`}/l/other`;
  const rows = [
    { slug: 'ccc-1', fallback_url: own },
    { slug: 'ccc-2', fallback_url: TO },
  ];
  const errors = [
    { row: 1, column: 'fallback_url', value: own, reason: 'must not lead to a link of this service' },
  ];
  const jobId = await startLinkJob(tenant, 'custom');
  const { body } = await answerOf(uploadLinks(service, tenant.owner, jobId, rows, '&dry_run=1'));
  expect(body).toMatchObject({ would_import: { link: 1 }, would_reject: 1, errors });
  expect(await importLinks(service, tenant, 'custom', rows)).toMatchObject({ imported_rows: 1, errors });
});

describe('an address that is taken', () => {
  const taken = (row: number, value: string) => ({
    row,
    column: 'path',
    value,
    reason: 'is taken by another link',
  });

  test('is an error of its row, of links before and in the file itself', async () => {
    await importLinks(service, tenant, 'source_e', [rowOf('first'), rowOf('A/b')], { domain });
    const rows = [rowOf('first'), rowOf('A/b'), rowOf('A/c'), rowOf('A/c'), rowOf('again'), rowOf('again')];
    const errors = [taken(1, 'first'), taken(2, 'A/b'), taken(4, 'A/c'), taken(6, 'again')];
    const jobId = await startLinkJob(tenant, 'source_e', { domain });
    const tried = await answerOf(uploadLinks(service, tenant.owner, jobId, rows, '&dry_run=1'));
    expect(tried.body).toMatchObject({ would_import: { link: 2 }, would_reject: 4, errors });
    const done = await importLinks(service, tenant, 'source_e', rows, { domain });
    expect(done).toMatchObject({ status: 'failed', imported_rows: 2, rejected_rows: 4, errors });
    expect(await linksOf()).toHaveLength(4);
  });

  test('is one on its own host only', async () => {
    const other = await insertDomain(service, tenant);
    for (const args of [{ domain }, { domain: other }, {}])
      expect(await importLinks(service, tenant, 'source_e', [rowOf('per-host')], args)).toMatchObject({
        imported_rows: 1,
      });
  });

  test('by another account’s link of the service’s own host is no more than taken', async () => {
    const other = await createTenant(service);
    await importLinks(service, other, 'custom', [{ slug: 'theirs-1', fallback_url: TO }]);
    const done = await importLinks(service, tenant, 'custom', [{ slug: 'theirs-1', fallback_url: TO }]);
    expect(done.errors).toEqual([
      { row: 1, column: 'slug', value: 'theirs-1', reason: 'is taken by another link' },
    ]);
    expect(await linksOf(other)).toHaveLength(1);
  });
});

describe('several workers', () => {
  test('import every row once, also where jobs name the same links', async () => {
    const jobs = [];
    for (let n = 0; n < 3; n++) jobs.push(await startLinkJob(tenant, 'source_e', { domain }));
    for (const [n, jobId] of jobs.entries())
      await uploadLinks(service, tenant.owner, jobId, n % 2 ? rowsOf(350).toReversed() : rowsOf(350));
    await Promise.all(Array.from({ length: 4 }, () => processAllImports(service)));
    const done = [];
    for (const jobId of jobs) done.push(await linkStatusOf(tenant, jobId));
    expect(done.map(({ processed_rows }) => processed_rows)).toEqual([350, 350, 350]);
    expect(done.reduce((sum, { imported_rows }) => sum + imported_rows, 0)).toBe(350);
    expect(await linksOf()).toHaveLength(350);
  });

  test('a batch that breaks off leaves nothing, and goes on from there', async () => {
    const jobId = await startLinkJob(tenant, 'source_e', { domain });
    await uploadLinks(service, tenant.owner, jobId, rowsOf(250));
    const address = service.services.config;
    await expect(
      processBatch({ pool: cutBeforeProgress(pool()), clock: () => NOW, address }),
    ).rejects.toThrow('cut');
    expect(await linksOf()).toEqual([]);
    await processAllImports(service);
    expect(await linkStatusOf(tenant, jobId)).toMatchObject({ status: 'completed', imported_rows: 250 });
    expect(await linksOf()).toHaveLength(250);
  });
});

test('a domain that was removed in between takes no links', async () => {
  const jobId = await startLinkJob(tenant, 'source_e', { domain });
  await uploadLinks(service, tenant.owner, jobId, [rowOf('A/b')]);
  await pool().query('update domains set removed_at = now() where host = $1', [domain]);
  await processAllImports(service);
  const { errors, status } = await linkStatusOf(tenant, jobId);
  expect([status, errors]).toEqual([
    'failed',
    [expect.objectContaining({ row: 1, reason: 'the domain was removed' })],
  ]);
  expect(await linksOf()).toEqual([]);
});
