import { connect } from 'node:net';
import { describe, expect, test } from 'vitest';
import { inTransaction } from '../platform/store/group-commit/in-transaction.ts';
import { perTest } from '../testing/per-suite.ts';
import { listen } from '../testing/serve-over-http.ts';
import { createTenant } from '../testing/test-tenant.ts';
import { useService } from '../testing/use-service.ts';
import { BASE, startJob, upload } from './testing/import-file.ts';
import { createUploadLimit, type UploadLimit } from './upload-limit.ts';

const service = useService();
const tenant = perTest(() => createTenant(service));

const FILE = 'event_type,installed_at\ninstall,2026-03-01T10:00:00Z\n';
/** Is refused as soon as it is read. */
const EMPTY = '';

const blocked = `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;

test('of a person, two uploads run at a time and four wait; one more is told to come later', async () => {
  const { backgroundPool: pool } = service.services;
  const jobs = [await startJob(tenant), await startJob(tenant)];
  const idle = await startJob(tenant);
  const answers: { status: number; retryAfter: string | null }[] = [];
  const send = async (jobId: string, file: string) => {
    const { status, headers } = await upload(service, tenant.owner, jobId, file);
    answers.push({ status, retryAfter: headers.get('retry-after') });
  };

  const sending = await inTransaction(pool, async (client) => {
    await client.query('select from import_jobs where id = any($1) for update', [jobs]);
    const running = jobs.map((jobId) => send(jobId, FILE));
    await expect.poll(async () => (await pool.query(blocked)).rowCount).toBe(2);
    const waiting = Array.from({ length: 5 }, () => send(idle, EMPTY));
    await expect.poll(() => answers).toEqual([{ status: 503, retryAfter: '5' }]);
    return [...running, ...waiting];
  });
  await Promise.all(sending);
  const statuses = answers.map(({ status }) => status).sort();
  expect(statuses).toEqual([200, 200, ...Array(4).fill(400), 503]);
  await send(idle, FILE);
  expect(answers.at(-1)?.status).toBe(200);
});

const FULL = new Uint8Array();
const done = async () => 'done';

/** Starts an upload that arrives when its file is given, or ends with its signal. */
function begin(uploadLimit: UploadLimit, personId: string) {
  const file = Promise.withResolvers<Uint8Array>();
  const read = (signal: AbortSignal) => {
    signal.addEventListener('abort', () => file.reject(signal.reason));
    return file.promise;
  };
  const result = uploadLimit.run(personId, read, done).catch((error: unknown) => error);
  return { arrive: () => file.resolve(FULL), result };
}

test.each([5, 6, 7])('of a person, of %i under way six are', async (count) => {
  const uploadLimit = createUploadLimit();
  const uploads = Array.from({ length: count }, () => begin(uploadLimit, 'a person'));
  for (const { arrive } of uploads) arrive();
  const results = await Promise.all(uploads.map(({ result }) => result));
  expect(results.filter((result) => result === 'done')).toHaveLength(Math.min(6, count));
  const refused = { code: 'OVERLOADED', retryAfter: 5 };
  if (count > 6) expect(results.at(-1)).toMatchObject(refused);
});

describe('eighteen slow uploads of three persons', () => {
  const fill = (uploadLimit: UploadLimit, length = 18) =>
    Array.from({ length }, (_, at) => begin(uploadLimit, `person ${at % 3}`));

  test('shut nobody else out: the slowest of whoever has the most makes room', async () => {
    const uploadLimit = createUploadLimit({ patienceMs: 0 });
    const single = begin(uploadLimit, 'with a slow line');
    const slow = fill(uploadLimit, 17);
    const other = begin(uploadLimit, 'another person');
    expect(await slow[0]?.result).toMatchObject({
      code: 'OVERLOADED',
      message: expect.stringContaining('arrives too slowly'),
    });
    for (const upload of [other, single]) {
      upload.arrive();
      expect(await upload.result).toBe('done');
    }
    for (const { arrive } of slow) arrive();
    const results = await Promise.all(slow.map(({ result }) => result));
    expect(results.filter((result) => result === 'done')).toHaveLength(16);
  });

  test('have some time before they make room, and keep their place once they have arrived', async () => {
    const patient = createUploadLimit({ patienceMs: 60_000 });
    const slow = fill(patient);
    expect(await begin(patient, 'another person').result).toMatchObject({
      code: 'OVERLOADED',
      retryAfter: 5,
    });
    for (const { arrive } of slow) arrive();
    expect(await Promise.all(slow.map(({ result }) => result))).toEqual(Array(18).fill('done'));
  });
});

test('a file that arrives slowly holds up no other', async () => {
  const path = `${BASE}/upload?job_id=${await startJob(tenant)}`;
  const headers = { authorization: `Bearer ${tenant.owner.token}`, 'content-type': 'text/csv' };
  const slow = Array.from({ length: 2 }, () => new TransformStream<Uint8Array, Uint8Array>());
  const sending = slow.map(({ readable: body }) =>
    service.request(path, { method: 'POST', headers, body, duplex: 'half' }),
  );
  const writers = slow.map(({ writable }) => writable.getWriter());
  await Promise.all(writers.map((writer) => writer.write(Buffer.from('event_type,'))));
  const { status } = await upload(service, tenant.owner, await startJob(tenant), FILE);
  expect(status).toBe(200);
  await Promise.all(writers.map((writer) => writer.close()));
  expect((await Promise.all(sending)).map((answer) => answer.status)).toEqual([400, 400]);
});

test('a file that stops arriving is given up', async () => {
  const listening = await listen(service);
  const jobId = await startJob(tenant);
  const { pathname, search } = new URL(`${BASE}/upload?job_id=${jobId}`, 'http://x');
  const socket = connect(listening.port, '127.0.0.1');
  const lines = ['Host: x', `Authorization: Bearer ${tenant.owner.token}`, 'Content-Type: text/csv'];
  socket.write(
    `POST ${pathname}${search} HTTP/1.1\r\n${lines.join('\r\n')}\r\nContent-Length: 9999\r\n\r\nx`,
  );
  let received = '';
  socket.on('data', (chunk) => {
    received += chunk;
  });
  await expect.poll(() => received).toMatch(/^HTTP\/1.1 408 .*the body arrives too slowly/s);
  socket.destroy();
  await listening.close();
}, 40_000);
