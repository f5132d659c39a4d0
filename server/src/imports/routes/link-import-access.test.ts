import { describe, expect, test } from 'vitest';
import { answerOf } from '../../testing/answer-of.ts';
import { perSuite } from '../../testing/per-suite.ts';
import { addMember, addTeam, createTenant } from '../../testing/test-tenant.ts';
import { useService } from '../../testing/use-service.ts';
import { processAllImports } from '../testing/import-file.ts';
import { LINK_BASE, linkStatusOf, startLinkJob, uploadLinks } from '../testing/link-file.ts';

const NOW = Date.UTC(2026, 4, 1, 12);
const service = useService({ clock: () => NOW });
const tenant = perSuite(() => createTenant(service));
const stranger = perSuite(() => createTenant(service));

const TO = 'https://example.com/shoes';
const rowOf = (path: string) => ({ path, originalURL: TO });

describe('a plan without the importer', () => {
  test('is refused by start and upload', async () => {
    const jobId = await startLinkJob(stranger, 'source_e');
    await service.services.workPool.query("update accounts set plan = 'free' where id = $1", [
      stranger.accountId,
    ]);
    const refused = {
      status: 403,
      body: { error: expect.any(String), code: 'FEATURE_NOT_AVAILABLE', feature: 'importer' },
    };
    const given = { app_id: stranger.appId, source_platform: 'source_e' };
    expect(await answerOf(stranger.owner.post(`${LINK_BASE}/start`, given))).toEqual(refused);
    expect(await answerOf(uploadLinks(service, stranger.owner, jobId, [rowOf('a')]))).toEqual(refused);
    expect((await linkStatusOf(stranger, jobId)).status).toBe('pending');
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
    const person = people[role];
    const body = { app_id: tenant.appId, source_platform: 'source_e' };
    expect((await person.post(`${LINK_BASE}/start`, body)).status).toBe(status);
    const jobId = await startLinkJob(tenant, 'source_e');
    expect((await person.get(`${LINK_BASE}/status?job_id=${jobId}`)).status).toBe(status);
    expect((await person.get(`${LINK_BASE}/errors?job_id=${jobId}`)).status).toBe(status);
    expect((await uploadLinks(service, person, jobId, [rowOf(`of-${role}`)], '&dry_run=1')).status).toBe(
      status,
    );
    expect((await uploadLinks(service, person, jobId, [rowOf(`of-${role}`)])).status).toBe(status);
    await processAllImports(service);
  });

  test('nobody of another account sees a job', async () => {
    const jobId = await startLinkJob(tenant, 'source_e');
    const other = await createTenant(service);
    expect((await other.owner.get(`${LINK_BASE}/status?job_id=${jobId}`)).status).toBe(404);
    expect((await uploadLinks(service, other.owner, jobId, [rowOf('a')])).status).toBe(404);
    expect((await other.owner.rpc('cancel_import_job', { p_job_id: jobId })).status).toBe(404);
    expect((await tenant.owner.rpc('cancel_import_job', { p_job_id: jobId })).status).toBe(204);
    expect(await linkStatusOf(tenant, jobId)).toMatchObject({
      status: 'failed',
      failure_reason: 'cancelled',
    });
  });
});
