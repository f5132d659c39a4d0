import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { openSpool } from './spool.ts';
import { useExports } from './testing/use-exports.ts';

const { exported, folder, headers, openExports, service, storeEvents, tenant } = useExports();

const connectionsOfExports = async () => {
  const { rows } = await service.services.workPool.query(
    `select 1 from pg_stat_activity where application_name = 'tributary-export' and datname = current_database()`,
  );
  return rows.length;
};

afterEach(() => vi.useRealTimers());

/** The export of an account, by a person of their own. */
const request = (customerId: string, maxRows = 10) => ({ customerId, personId: customerId, maxRows });

describe('at once', () => {
  test('a person writes one export, and a process two', async () => {
    await storeEvents(100_000);
    const made = openExports();
    const [one, other, third] = [tenant.accountId, randomUUID(), randomUUID()];
    const first = made.make(request(one, 100_000));
    await expect(made.make(request(one))).rejects.toMatchObject({ code: 'RATE_LIMIT', retryAfter: 10 });
    const second = made.make({ ...request(one, 100_000), personId: other });
    await expect(made.make(request(third))).rejects.toMatchObject({ code: 'OVERLOADED', retryAfter: 10 });
    const documents = [await first, await second].map(({ document }) => document);
    // What was written keeps no one from writing, though no one has read it.
    await (await made.make(request(third))).document.discard();
    await expect(made.make(request(one))).rejects.toMatchObject({ code: 'RATE_LIMIT' });
    for (const document of documents) await document.discard();
    await documents[0]?.discard();
    await (await made.make(request(one))).document.discard();
  });

  test('the next one may be asked for as soon as the last byte has left', async () => {
    const made = openExports();
    const { document } = await made.make(request(tenant.accountId));
    const chunks = document.chunks();
    for (let read = 0; read < document.size; ) read += (await chunks.next()).value?.length ?? 0;
    const next = await made.make(request(tenant.accountId));
    // The end of the first is not that of the next.
    expect((await chunks.next()).done).toBe(true);
    await expect(made.make(request(tenant.accountId))).rejects.toMatchObject({ code: 'RATE_LIMIT' });
    await next.document.discard();
  });

  test('of two calls of the procedure by one person, one is asked to retry', async () => {
    await storeEvents(1000);
    const answers = await Promise.all([1, 2].map(() => tenant.owner.rpc('export_my_account_data')));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 429]);
    for (const answer of answers) await answer.arrayBuffer();
    await exported();
  });
});

describe('left by its reader', () => {
  test('while it is written, it ends', async () => {
    await storeEvents(100_000);
    const leaving = new AbortController();
    const made = openExports();
    const making = made.make(request(tenant.accountId, 200_000), leaving.signal);
    await expect.poll(connectionsOfExports, { interval: 1 }).toBe(1);
    leaving.abort();
    await expect(making).rejects.toThrow();
    await expect.poll(connectionsOfExports).toBe(0);
    await (await made.make(request(tenant.accountId, 1))).document.discard();
  });

  test('while it is read, it lets go of everything', async () => {
    await storeEvents(20_000, JSON.stringify({ text: 'x'.repeat(1000) }));
    const socket = connect(Number(new URL(service.origin).port), '127.0.0.1');
    const lines = Object.entries(headers()).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.write(
      `POST /rest/v1/rpc/export_my_account_data HTTP/1.1\r\nhost: x\r\ncontent-length: 2\r\n${lines.join('')}\r\n{}`,
    );
    await once(socket, 'data');
    socket.pause();
    // The snapshot is let go of, though most of the document waits to be read.
    await expect.poll(connectionsOfExports).toBe(0);
    expect((await tenant.owner.rpc('export_my_account_data')).status).toBe(429);
    socket.destroy();
    await expect
      .poll(
        async () => {
          const again = await tenant.owner.rpc('export_my_account_data', { p_max_rows: 1 });
          await again.arrayBuffer();
          return again.status;
        },
        { timeout: 20_000 },
      )
      .toBe(200);
  });

  test('or taken too slowly, it is discarded, and not if it is taken fast enough', async () => {
    const { SpooledDocument } = await import('../../platform/http/procedures/spooled-document.ts');
    const MB = 1024 * 1024;
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    for (const [chunk, lasts] of [
      [MB, true],
      [MB / 2, true],
      [65_536, false],
    ] as const) {
      const read = async () => new Uint8Array(chunk);
      const document = new SpooledDocument({ size: 100 * MB, read, close: async () => {} }, 200);
      let closed = 0;
      const discard = document.discard.bind(document);
      document.discard = async () => {
        closed++;
        await discard();
      };
      const chunks = document.chunks();
      for (let taken = 0; taken < 8; taken++) {
        await chunks.next();
        vi.advanceTimersByTime(60);
      }
      expect(closed === 0).toBe(lasts);
      await document.discard();
    }
  });

  test('and never taken up again, it is discarded', async () => {
    const spool = await openSpool(folder.path, 1000);
    await spool.write(Buffer.from('{}'));
    const { SpooledDocument } = await import('../../platform/http/procedures/spooled-document.ts');
    let closed = false;
    const close = async () => {
      closed = true;
      await spool.close();
    };
    const document = new SpooledDocument({ size: spool.size(), read: spool.read, close }, 5);
    await expect.poll(() => closed).toBe(true);
    await expect(document.chunks().next()).rejects.toThrow();
  });
});

test('what takes too long is given up, and the snapshot with it', async () => {
  await storeEvents(100_000);
  const made = openExports({ maxMs: 5 });
  await expect(made.make(request(tenant.accountId, 200_000))).rejects.toMatchObject({
    code: 'OVERLOADED',
    message: expect.stringContaining('takes too long'),
  });
  await expect.poll(connectionsOfExports).toBe(0);
});

test('a database that goes away is said, and the next may write', async () => {
  await storeEvents(100_000);
  const made = openExports();
  const making = made.make(request(tenant.accountId, 200_000));
  await expect.poll(connectionsOfExports, { interval: 1 }).toBe(1);
  await service.services.workPool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where application_name = 'tributary-export' and datname = current_database()`,
  );
  await expect(making).rejects.toThrow();
  await (await made.make(request(tenant.accountId, 1))).document.discard();
});
