import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { answerOf } from '../../testing/answer-of.ts';
import { perSuite } from '../../testing/per-suite.ts';
import { addMember, addTeam, createTenant, type Person } from '../../testing/test-tenant.ts';
import { useService } from '../../testing/use-service.ts';
import { IMPORT_SOURCE_NAMES } from '../mappings/import-sources.ts';
import { BASE, processAllImports, startJob, statusOf, upload } from '../testing/import-file.ts';

const NOW = Date.UTC(2026, 4, 1, 12);
const service = useService({ clock: () => NOW });
const tenant = perSuite(() => createTenant(service));
const stranger = perSuite(() => createTenant(service));

const ROW = 'install,2026-03-01T10:00:00Z';
const HEADER = 'event_type,installed_at';
const FILE = `${HEADER}\n${ROW}\n`;
const send = (jobId: string, file: string | Uint8Array = FILE, options = {}) =>
  upload(service, tenant.owner, jobId, file, options);

async function setPlan(plan: string): Promise<void> {
  const values = [plan, tenant.accountId];
  await service.services.workPool.query('update accounts set plan = $1 where id = $2', values);
}

async function rowsWaiting(jobId: string): Promise<number> {
  const { rows } = await service.services.workPool.query(
    'select batch from import_batches where customer_id = $1 and job_id = $2',
    [tenant.accountId, jobId],
  );
  return rows.length;
}

describe.each(['/v1', '/functions/v1'])('below %s', (prefix) => {
  test('a job is started, takes its file and reports its progress', async () => {
    const base = `${prefix}/migration-importer`;
    const body = { app_id: tenant.appId.toUpperCase(), source_platform: 'custom' };
    const started = await answerOf(tenant.owner.post(`${base}/start`, body));
    expect(started).toMatchObject({
      status: 200,
      body: { job_id: expect.any(String), message: expect.any(String), column_mapping: { gaid: 'gaid' } },
    });
    const jobId = String(started.body.job_id);
    expect(await statusOf(tenant, jobId.toUpperCase())).toEqual({
      job_id: jobId,
      status: 'pending',
      total_rows: 0,
      processed_rows: 0,
      imported_rows: 0,
      rejected_rows: 0,
      progress_pct: 0,
      failure_reason: null,
      errors: [],
      started_at: new Date(NOW).toISOString(),
      completed_at: null,
    });
    expect(await answerOf(send(jobId.toUpperCase(), FILE, { base }))).toEqual({
      status: 200,
      body: { job_id: jobId, total_rows: 1, status: 'processing' },
    });
    expect(await statusOf(tenant, jobId)).toMatchObject({ status: 'processing', progress_pct: 0 });
    await processAllImports(service);
    expect(await statusOf(tenant, jobId)).toMatchObject({
      status: 'completed',
      total_rows: 1,
      processed_rows: 1,
      imported_rows: 1,
      progress_pct: 100,
      completed_at: new Date(NOW).toISOString(),
    });
    expect(await rowsWaiting(jobId)).toBe(0);
  });

  test.each([
    ['GET', 'start', 405],
    ['GET', 'upload', 405],
    ['POST', 'status', 405],
    ['HEAD', 'status', 405],
    ['POST', 'errors', 405],
  ])('%s of %s answers %i', async (method, path, status) => {
    const response = await service.request(`${prefix}/migration-importer/${path}`, { method });
    expect(response.status).toBe(status);
  });
});

describe.each(['status', 'errors'])('%s', (operation) => {
  test.each([
    ['jobid', 'jobid: unknown parameter, did you mean job_id?'],
    ['JOB_ID', 'JOB_ID: unknown parameter, did you mean job_id?'],
    ['limit', 'limit: unknown parameter, must be one of job_id'],
  ])('refuses the unknown parameter %s', async (name, error) => {
    const jobId = await startJob(tenant);
    const path = `${BASE}/${operation}?job_id=${jobId}&${name}=1`;
    expect(await answerOf(tenant.owner.get(path))).toEqual({ status: 400, body: { error } });
  });
});

describe('start refuses', () => {
  test.each([
    ['no app', { source_platform: 'custom' }, 'app_id: must be a UUID'],
    [
      'no source',
      { app_id: randomUUID() },
      `source_platform: must be one of ${IMPORT_SOURCE_NAMES.join(', ')}`,
    ],
    [
      'an unknown source',
      { app_id: randomUUID(), source_platform: 'source_z' },
      'source_platform: must be one of',
    ],
    ['an app that is no UUID', { app_id: 'x', source_platform: 'custom' }, 'app_id: must be a UUID'],
    ['another argument', { app_id: randomUUID(), source_platform: 'custom', x: 1 }, 'x: unknown argument'],
    [
      'a mapping to an unknown field',
      { app_id: randomUUID(), source_platform: 'custom', column_mapping: { a: 'b' } },
      'column_mapping.a: must be null or one of',
    ],
  ])('%s with 400', async (_what, body, error) => {
    const { status, body: refusal } = await answerOf(tenant.owner.post(`${BASE}/start`, body));
    expect([status, refusal.error]).toEqual([400, expect.stringContaining(error)]);
  });

  test.each([
    ['of another account', () => stranger.appId],
    ['that does not exist', () => randomUUID()],
  ])('an app %s with 403', async (_what, appId) => {
    const body = { app_id: appId(), source_platform: 'custom' };
    expect(await answerOf(tenant.owner.post(`${BASE}/start`, body))).toEqual({
      status: 403,
      body: { error: 'the application is not in the account' },
    });
  });
});

describe('a plan without the importer', () => {
  test('is refused by start and upload, while the status stays readable', async () => {
    const jobId = await startJob(tenant);
    await setPlan('free');
    try {
      const refused = {
        status: 403,
        body: { error: expect.any(String), code: 'FEATURE_NOT_AVAILABLE', feature: 'importer' },
      };
      const body = { app_id: tenant.appId, source_platform: 'custom' };
      expect(await answerOf(tenant.owner.post(`${BASE}/start`, body))).toEqual(refused);
      expect(await answerOf(send(jobId))).toEqual(refused);
      expect((await statusOf(tenant, jobId)).status).toBe('pending');
    } finally {
      await setPlan('self_hosted');
    }
  });
});

describe('roles', () => {
  const people = perSuite(async () => ({
    viewer: await addMember(service, tenant, 'viewer'),
    marketer: await addMember(service, tenant, 'marketer'),
    developer: await addMember(service, tenant, 'developer'),
    outsider: await addMember(service, tenant, 'developer', await addTeam(service, tenant)),
  }));
  test.each([
    ['viewer', 403],
    ['marketer', 403],
    ['developer', 200],
    ['outsider', 403],
  ] as const)('a %s is answered %i', async (role, status) => {
    const person: Person = people[role];
    const body = { app_id: tenant.appId, source_platform: 'custom' };
    expect((await person.post(`${BASE}/start`, body)).status).toBe(status);
    const jobId = await startJob(tenant);
    expect((await person.get(`${BASE}/status?job_id=${jobId}`)).status).toBe(status);
    expect((await person.get(`${BASE}/errors?job_id=${jobId}`)).status).toBe(status);
    expect((await upload(service, person, jobId, FILE)).status).toBe(status);
    const cancelled = await person.rpc('cancel_import_job', { p_job_id: jobId });
    expect(cancelled.status).toBe(status === 200 ? 204 : status);
  });
});

describe('cancel_import_job', () => {
  test.each([
    ['pending', false],
    ['processing', true],
  ])('ends a %s job as failed', async (_status, withFile) => {
    const jobId = await startJob(tenant);
    if (withFile) await send(jobId);
    expect((await tenant.owner.rpc('cancel_import_job', { p_job_id: jobId })).status).toBe(204);
    const cancelled = { status: 'failed', failure_reason: 'cancelled', processed_rows: 0 };
    await processAllImports(service);
    expect(await statusOf(tenant, jobId)).toMatchObject(cancelled);
    expect(await rowsWaiting(jobId)).toBe(0);
    expect((await tenant.owner.rpc('cancel_import_job', { p_job_id: jobId })).status).toBe(409);
    expect((await send(jobId)).status).toBe(400);
  });
});
