import { randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import { answerOf } from '../../testing/answer-of.ts';
import { perSuite } from '../../testing/per-suite.ts';
import { createTenant } from '../../testing/test-tenant.ts';
import { useService } from '../../testing/use-service.ts';
import { startJob, statusOf, upload } from '../testing/import-file.ts';
import { MAX_FILE_BYTES } from './read-upload.ts';

const NOW = Date.UTC(2026, 4, 1, 12);
const service = useService({ clock: () => NOW });
const tenant = perSuite(() => createTenant(service));
const stranger = perSuite(() => createTenant(service));

const ROW = 'install,2026-03-01T10:00:00Z';
const HEADER = 'event_type,installed_at';
const FILE = `${HEADER}\n${ROW}\n`;
const send = (jobId: string, file: string | Uint8Array = FILE, options = {}) =>
  upload(service, tenant.owner, jobId, file, options);

async function rowsWaiting(jobId: string): Promise<number> {
  const { rows } = await service.services.workPool.query(
    'select batch from import_batches where customer_id = $1 and job_id = $2',
    [tenant.accountId, jobId],
  );
  return rows.length;
}

describe('an upload is refused', () => {
  let jobId: string;
  beforeAll(async () => {
    jobId = await startJob(tenant);
  });
  test.each([
    ['with a job of another account', 404, { query: '' }, () => startJob(stranger)],
    ['with an unknown job', 404, {}, async () => randomUUID()],
    ['without a job', 400, {}, async () => ''],
    ['with the job given twice', 400, { query: `&job_id=${randomUUID()}` }, async () => jobId],
    ['with an unknown parameter', 400, { query: '&dryrun=1' }, async () => jobId],
    ['with dry_run neither 0 nor 1', 400, { query: '&dry_run=yes' }, async () => jobId],
    ['as another type', 415, { contentType: 'application/xml' }, async () => jobId],
    ['as a form', 415, { contentType: 'multipart/form-data; boundary=x' }, async () => jobId],
    ['without a type', 415, { contentType: '' }, async () => jobId],
    ['in another character set', 415, { contentType: 'text/csv; charset=macintosh' }, async () => jobId],
    ['in an unknown encoding', 400, { headers: { 'content-encoding': 'br' } }, async () => jobId],
    ['as gzip that is none', 400, { headers: { 'content-encoding': 'gzip' } }, async () => jobId],
  ])('%s with %i', async (_how, status, options, job) => {
    const refused = await answerOf(send(await job(), FILE, options));
    expect([refused.status, refused.body]).toEqual([status, { error: expect.any(String) }]);
    expect((await statusOf(tenant, jobId)).status).toBe('pending');
  });

  test.each([
    ['is empty', '', 'text/csv', 'has no data rows'],
    ['has only a header', HEADER, 'text/csv', 'has no data rows'],
    ['is an empty array', '[]', 'application/json', 'has no data rows'],
    ['has none of the columns', 'a,b\n1,2\n', 'text/csv', 'none of the mapped columns'],
    ['is an object', '{"a":1}', 'application/json', 'not a JSON array'],
    ['is JSON that breaks off', '[{"gaid":"x"}', 'application/json', 'has no end'],
    ['has an unclosed quote', `${HEADER}\n"install,`, 'text/csv', 'Quote'],
    ['is JSON within CSV', '[{"gaid":"x"}]', 'text/csv', 'Invalid Opening Quote'],
  ])('where the file %s', async (_how, file, contentType, error) => {
    const refused = await answerOf(send(jobId, file, { contentType }));
    expect([refused.status, refused.body.error]).toEqual([400, expect.stringContaining(error)]);
    expect(await rowsWaiting(jobId)).toBe(0);
    expect((await statusOf(tenant, jobId)).status).toBe('pending');
  });

  test('once the job has its file', async () => {
    const taken = await startJob(tenant);
    await send(taken);
    expect((await answerOf(send(taken))).status).toBe(400);
  });
});

test.each([
  'application/json',
  'text/plain',
  'text/plain; charset=UTF-8',
  'text/plain; charset=Windows-1252',
])('takes JSON as %s', async (contentType) => {
  const jobId = await startJob(tenant);
  const file = JSON.stringify([{ event_type: 'install', installed_at: 1_772_359_200 }]);
  expect((await send(jobId, `﻿ ${file}\n`, { contentType })).status).toBe(200);
});

test('takes CSV as plain text', async () => {
  const jobId = await startJob(tenant);
  expect((await send(jobId, `﻿${FILE}`, { contentType: 'text/plain' })).status).toBe(200);
});

describe('of concurrent uploads to a job', () => {
  test('one is taken and the others are refused', async () => {
    const jobId = await startJob(tenant);
    const answers = await Promise.all(Array.from({ length: 4 }, () => answerOf(send(jobId))));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400]);
    expect(await rowsWaiting(jobId)).toBe(1);
  });
});

describe('the limit', () => {
  const lines = (count: number) => `${HEADER}\n${`${ROW}\n`.repeat(count)}`;
  /** Fills the file up to that size with an ignored column. */
  const ofSize = (bytes: number) => {
    const start = `${HEADER},note\n${ROW},`;
    return start + 'x'.repeat(bytes - start.length);
  };
  test.each([
    ['49,999 rows', () => lines(49_999), 200],
    ['50,000 rows', () => lines(50_000), 200],
    ['50,001 rows', () => lines(50_001), 413],
  ])('for rows: %s', async (_what, file, status) => {
    const jobId = await startJob(tenant);
    expect((await send(jobId, file(), { query: '&dry_run=1' })).status).toBe(status);
  });

  test.each([
    [MAX_FILE_BYTES - 1, 400],
    [MAX_FILE_BYTES, 400],
    [MAX_FILE_BYTES + 1, 413],
  ])('for bytes: %i answers %i, also as gzip', async (bytes, status) => {
    // A field of 5 MB is no field, which is found only in a file that is not too large.
    const jobId = await startJob(tenant);
    const file = ofSize(bytes);
    expect((await answerOf(send(jobId, file))).status).toBe(status);
    expect((await answerOf(send(jobId, file, { gzip: true }))).status).toBe(status);
    expect((await answerOf(send(jobId, gzipSync(file)))).status).toBe(status);
  });
});
