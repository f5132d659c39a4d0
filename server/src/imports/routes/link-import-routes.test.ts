import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { answerOf } from '../../testing/answer-of.ts';
import { perSuite } from '../../testing/per-suite.ts';
import { createTenant } from '../../testing/test-tenant.ts';
import { useService } from '../../testing/use-service.ts';
import { LINK_SOURCE_NAMES } from '../links/mappings/link-sources.ts';
import { processAllImports, startJob, upload } from '../testing/import-file.ts';
import { insertDomain, LINK_BASE, linkStatusOf, startLinkJob, uploadLinks } from '../testing/link-file.ts';

const NOW = Date.UTC(2026, 4, 1, 12);
const service = useService({ clock: () => NOW });
const tenant = perSuite(() => createTenant(service));
const stranger = perSuite(() => createTenant(service));

const TO = 'https://example.com/shoes';
const rowOf = (path: string) => ({ path, originalURL: TO });
const send = (jobId: string, file: string | readonly object[], query = '') =>
  uploadLinks(service, tenant.owner, jobId, file, query);
const start = (args: object) =>
  answerOf(
    tenant.owner.post(`${LINK_BASE}/start`, { app_id: tenant.appId, source_platform: 'source_e', ...args }),
  );

describe.each(['/v1', '/functions/v1'])('below %s', (prefix) => {
  test('a job is started, takes its file and reports its progress', async () => {
    const base = `${prefix}/link-importer`;
    const domain = await insertDomain(service, tenant);
    const body = {
      app_id: tenant.appId.toUpperCase(),
      source_platform: 'source_e',
      domain: domain.toUpperCase(),
    };
    const started = await answerOf(tenant.owner.post(`${base}/start`, body));
    expect(started).toEqual({
      status: 200,
      body: {
        job_id: expect.any(String),
        message: expect.stringContaining('/v1/link-importer/upload'),
        domain,
        column_mapping: expect.objectContaining({ originalURL: 'redirect_url' }),
      },
    });
    const jobId = String(started.body.job_id);
    const uploaded = await answerOf(
      upload(service, tenant.owner, jobId.toUpperCase(), JSON.stringify([{ ...rowOf('A/b'), title: 'x' }]), {
        base,
        contentType: 'application/json',
      }),
    );
    expect(uploaded).toEqual({ status: 200, body: { job_id: jobId, total_rows: 1, status: 'processing' } });
    await processAllImports(service);
    const status = await answerOf(tenant.owner.get(`${base}/status?job_id=${jobId.toUpperCase()}`));
    expect(status).toEqual({
      status: 200,
      body: {
        job_id: jobId,
        status: 'completed',
        domain,
        total_rows: 1,
        processed_rows: 1,
        imported_rows: 1,
        rejected_rows: 0,
        progress_pct: 100,
        failure_reason: null,
        not_carried_over: [
          { column: 'title', reason: expect.stringContaining('colleagues'), rows: 1, example: 'x' },
        ],
        errors: [],
        started_at: new Date(NOW).toISOString(),
        completed_at: new Date(NOW).toISOString(),
      },
    });
    expect((await tenant.owner.get(`${base}/errors?job_id=${jobId}`)).status).toBe(200);
  });

  test.each([
    ['GET', 'start'],
    ['GET', 'upload'],
    ['POST', 'status'],
    ['HEAD', 'status'],
    ['POST', 'errors'],
  ])('%s of %s answers 405', async (method, path) => {
    expect((await service.request(`${prefix}/link-importer/${path}`, { method })).status).toBe(405);
  });
});

describe('start', () => {
  test.each([
    ['no app', { app_id: undefined }, 'app_id: must be a UUID'],
    ['an unknown source', { source_platform: 'source_z' }, `must be one of ${LINK_SOURCE_NAMES.join(', ')}`],
    ['another argument', { x: 1 }, 'x: unknown argument'],
    ['a domain that is no text', { domain: 5 }, 'domain: '],
    ['a domain that is too long', { domain: 'a'.repeat(254) }, 'domain: must be a host name'],
    [
      'a mapping to an unknown field',
      { column_mapping: { a: 'b' } },
      'column_mapping.a: must be null or one of',
    ],
    ['a mapping of an event', { column_mapping: { a: 'gaid' } }, 'column_mapping.a: must be null or one of'],
    [
      'too many columns',
      { column_mapping: Object.fromEntries(Array.from({ length: 201 }, (_, n) => [`c${n}`, null])) },
      'must name 200 columns or fewer',
    ],
  ])('refuses %s with 400', async (_what, args, error) => {
    const { status, body } = await start(args);
    expect([status, body.error]).toEqual([400, expect.stringContaining(error)]);
  });

  test('takes 200 columns', async () => {
    const column_mapping = Object.fromEntries(Array.from({ length: 200 }, (_, n) => [`c${n}`, null]));
    expect((await start({ column_mapping })).status).toBe(200);
  });

  test.each([
    ['of another account', () => stranger.appId],
    ['that does not exist', () => randomUUID()],
  ])('refuses an app %s with 403', async (_what, appId) => {
    expect(await start({ app_id: appId() })).toEqual({
      status: 403,
      body: { error: 'the application is not in the account' },
    });
  });

  test('refuses a domain of another account as one that does not exist, and an unproven one', async () => {
    expect((await start({ domain: await insertDomain(service, stranger) })).status).toBe(404);
    expect((await start({ domain: 'nobody.example' })).status).toBe(404);
    expect((await start({ domain: await insertDomain(service, tenant, { verified: false }) })).status).toBe(
      409,
    );
  });

  test('goes to the default domain, and without one to the service’s own host', async () => {
    expect((await start({})).body.domain).toBeNull();
    const other = await createTenant(service);
    const domain = await insertDomain(service, other, { isDefault: true });
    const given = { app_id: other.appId, source_platform: 'custom' };
    const startOther = (args: object) =>
      answerOf(other.owner.post(`${LINK_BASE}/start`, { ...given, ...args }));
    expect((await startOther({})).body.domain).toBe(domain);
    expect((await startOther({ domain: '' })).body.domain).toBeNull();
  });
});

test('a job of links is none of history, and the other way round', async () => {
  const [links, history] = [await startLinkJob(tenant, 'custom'), await startJob(tenant)];
  const at = (path: string, jobId: string) => tenant.owner.get(`/v1/${path}/status?job_id=${jobId}`);
  expect((await at('link-importer', history)).status).toBe(404);
  expect((await at('migration-importer', links)).status).toBe(404);
  expect((await upload(service, tenant.owner, links, 'event_type\nopen\n')).status).toBe(404);
  expect((await send(history, [rowOf('a')])).status).toBe(404);
  const listed = (args: object) =>
    answerOf(tenant.owner.rpc('list_import_jobs', { p_app_id: tenant.appId, ...args }));
  for (const [p_kind, jobId] of [
    ['links', links],
    ['history', history],
  ]) {
    const { items } = (await listed({ p_kind })).body as { items: { job_id: string; kind: string }[] };
    expect(items.map(({ job_id }) => job_id)).toContain(jobId);
    expect(new Set(items.map(({ kind }) => kind))).toEqual(new Set([p_kind]));
  }
  expect((await listed({ p_kind: 'events' })).status).toBe(400);
  const { body } = await listed({});
  const kinds = (body.items as { job_id: string; kind: string }[]).map(({ job_id, kind }) => [job_id, kind]);
  expect(kinds).toEqual(
    expect.arrayContaining([
      [links, 'links'],
      [history, 'history'],
    ]),
  );
});

describe('upload', () => {
  test.each([
    ['a file that is too large', () => 'x'.repeat(5 * 1024 * 1024 + 1), 413],
    ['too many rows', () => `path,originalURL\n${'a,b\n'.repeat(50_001)}`, 413],
    ['no rows', () => 'path,originalURL\n', 400],
    ['a file without a known column', () => 'a,b\n1,2\n', 400],
  ])('refuses %s', async (_what, file, status) => {
    const jobId = await startLinkJob(tenant, 'source_e');
    expect((await send(jobId, file())).status).toBe(status);
    expect((await linkStatusOf(tenant, jobId)).status).toBe('pending');
  });

  test('refuses a second file, and another type', async () => {
    const jobId = await startLinkJob(tenant, 'source_e');
    const wrong = { base: LINK_BASE, contentType: 'image/png' };
    expect((await upload(service, tenant.owner, jobId, 'x', wrong)).status).toBe(415);
    expect((await send(jobId, [rowOf('once-only')])).status).toBe(200);
    expect((await send(jobId, [rowOf('once-only')])).status).toBe(400);
    await processAllImports(service);
  });
});
