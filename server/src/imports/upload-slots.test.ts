import { expect, test } from 'vitest';
import { inTransaction } from '../group-commit/in-transaction.ts';
import { perTest } from '../testing/per-suite.ts';
import { createTenant } from '../testing/test-tenant.ts';
import { useService } from '../testing/use-service.ts';
import { readUpload } from './routes/read-upload.ts';
import { BASE, startJob, upload } from './testing/import-file.ts';
import { createUploadSlots } from './upload-slots.ts';

const service = useService();
const tenant = perTest(() => createTenant(service));

const FILE = 'event_type,installed_at\ninstall,2026-03-01T10:00:00Z\n';
/** Is refused as soon as it is read. */
const EMPTY = '';

const blocked = `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;

test('of an account, two uploads run at a time and four wait; one more is told to come later', async () => {
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
    await expect.poll(async () => (await pool.query(blocked)).rowCount, { timeout: 5000 }).toBe(2);
    const waiting = Array.from({ length: 5 }, () => send(idle, EMPTY));
    await expect.poll(() => answers, { timeout: 5000 }).toEqual([{ status: 503, retryAfter: '5' }]);
    return [...running, ...waiting];
  });
  await Promise.all(sending);
  const statuses = answers.map(({ status }) => status).sort();
  expect(statuses).toEqual([200, 200, ...Array(4).fill(400), 503]);
  await send(idle, FILE);
  expect(answers.at(-1)?.status).toBe(200);
});

test('of all accounts, eighteen are under way at most', async () => {
  const slots = createUploadSlots();
  const { promise: arrival, resolve: arrive } = Promise.withResolvers<Uint8Array>();
  const run = (account: string) =>
    slots.run(
      account,
      () => arrival,
      async () => account,
    );
  const held = Array.from({ length: 18 }, (_, at) => run(`account ${at % 3}`));
  await expect(run('another account')).rejects.toMatchObject({ code: 'OVERLOADED', retryAfter: 5 });
  arrive(new Uint8Array());
  expect(await Promise.all(held)).toHaveLength(18);
  expect(await run('another account')).toBe('another account');
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

test('a file that takes too long to arrive is given up', async () => {
  const body = new ReadableStream({ start: (controller) => controller.enqueue(Buffer.from(FILE)) });
  const request = new Request('http://x/', { method: 'POST', body, duplex: 'half' });
  await expect(readUpload(request, 20)).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
    message: 'the file did not arrive within 0.02 seconds',
  });
});
