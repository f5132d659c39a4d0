import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { startJob } from '../../../imports/testing/import-file.ts';
import { heapGrowth } from '../../../testing/costs/heap-growth.ts';
import { perSuite } from '../../../testing/per-suite.ts';
import { listen } from '../../../testing/serve-over-http.ts';
import { TEST_ANON_KEY } from '../../../testing/test-service.ts';
import { createTenant } from '../../../testing/test-tenant.ts';
import { useService } from '../../../testing/use-service.ts';

const TIMES = { headersMs: 3000, requestMs: 3000, lookEveryMs: 100 };

const service = useService();
const tenant = perSuite(() => createTenant(service));
/** With the times that the service has. */
const listening = perSuite(
  () => listen(service),
  ({ close }) => close(),
);
const impatient = perSuite(
  () => listen(service, TIMES),
  ({ close }) => close(),
);

interface Sent {
  write(text: string | Uint8Array): void;
  received(): string;
  /** Resolves with everything received once the connection is closed. */
  closed: Promise<string>;
  leave(): void;
}

async function dial(head: string, { port } = listening): Promise<Sent> {
  const socket = connect(port, '127.0.0.1');
  let received = '';
  socket.on('data', (chunk) => {
    received += chunk;
  });
  socket.on('error', () => {});
  const closed = new Promise<string>((resolve) => socket.on('close', () => resolve(received)));
  await once(socket, 'connect');
  socket.write(head);
  return {
    write: (text) => socket.write(text),
    received: () => received,
    closed,
    leave: () => socket.destroy(),
  };
}

interface Head {
  readonly path?: string;
  readonly apikey?: string;
  readonly token?: string;
  readonly length?: number;
  readonly address?: string;
  readonly type?: string;
}

/** The head of a request whose caller is the tenant's owner, unless it says otherwise; without a length it is chunked. */
function head({ path = '/rest/v1/rpc/list_apps', length, address, ...given }: Head = {}): string {
  const { apikey = TEST_ANON_KEY, token = tenant.owner.token, type = 'application/json' } = given;
  const lines = [
    `POST ${path} HTTP/1.1`,
    'Host: x',
    `apikey: ${apikey}`,
    `Authorization: Bearer ${token}`,
    `Content-Type: ${type}`,
    length === undefined ? 'Transfer-Encoding: chunked' : `Content-Length: ${length}`,
    ...(address ? [`X-Forwarded-For: ${address}`] : []),
  ];
  return `${lines.join('\r\n')}\r\n\r\n`;
}

const answered = (sent: Sent) => expect.poll(sent.received);

const PROCEDURES = ['/rest/v1/rpc/list_apps', '/trpc/create_app', '/trpc/create_app,create_team?batch=1'];
const SESSION_ROUTES = [
  '/v1/generate-key',
  '/functions/v1/generate-key',
  '/v1/migration-importer/start',
  '/v1/migration-importer/upload',
  '/api/auth/sign-out',
  '/api/auth/change-password',
];

describe('an answer to what is no HTTP, or too large, or late', () => {
  const tail = async (sent: Sent) => {
    const [head = '', body] = (await sent.closed).split('\r\n\r\n');
    return [head.split(' ')[1], Number(/^content-length: (\d+)$/im.exec(head)?.[1]), body?.length];
  };

  test.each([
    ['431', `x: ${'x'.repeat(20_000)}\r\n\r\n`],
    ['400', 'no header\r\n\r\n'],
  ])('has no body for HEAD, and one for others: %s', async (status, rest) => {
    expect(await tail(await dial(`HEAD / HTTP/1.1\r\nhost: x\r\n${rest}`, impatient))).toEqual([
      status,
      0,
      0,
    ]);
    const [given, length, received] = await tail(
      await dial(`POST / HTTP/1.1\r\nhost: x\r\n${rest}`, impatient),
    );
    expect([given, received]).toEqual([status, length]);
    expect(length).toBeGreaterThan(20);
  });

  test('has no body where what was asked is not known', async () => {
    const late = await dial('HEAD / HTTP/1.1\r\nhost: x\r\n', impatient);
    expect(await tail(late)).toEqual(['408', 0, 0]);
  });
});

describe('before the body is there', () => {
  test.each(PROCEDURES)('%s refuses who has no apikey or no session', async (path) => {
    for (const wrong of [{ apikey: 'wrong' }, { token: 'wrong' }, { token: `svt_${'0'.repeat(64)}` }]) {
      const sent = await dial(head({ path, length: 262_144, ...wrong }));
      await answered(sent).toMatch(/^HTTP\/1.1 401 /);
      sent.leave();
    }
  });

  test.each(SESSION_ROUTES)('%s refuses who has no session', async (path) => {
    const sent = await dial(head({ path, length: 10_000, token: 'wrong' }));
    await answered(sent).toMatch(/^HTTP\/1.1 401 /);
    sent.leave();
  });

  test('of an admitted caller, the body is waited for', async () => {
    for (const path of PROCEDURES) {
      const sent = await dial(head({ path, length: 2 }));
      await pause(300);
      expect(sent.received()).toBe('');
      sent.write('{}');
      // Where arguments are missing, that is found in the body.
      await answered(sent).toMatch(/^HTTP\/1.1 (200|400) /);
      sent.leave();
    }
  });
});

test('who is signed out while the body arrives is refused', async () => {
  const person = await createTenant(service);
  const sent = await dial(head({ length: 2, token: person.owner.token }));
  await pause(1100);
  expect((await person.owner.post('/api/auth/sign-out', {})).status).toBe(200);
  sent.write('{}');
  await answered(sent).toMatch(/^HTTP\/1.1 401 /);
  sent.leave();
});

describe('a request that is late', () => {
  test.concurrent.each([
    ['with its headers', () => 'POST /v1/ingest HTTP/1.1\r\nHost:'],
    ['with its body', () => `${head({ path: '/v1/ingest', length: 10 })}[]`],
    ['with the body of a procedure', () => `${head({ length: 10 })}{}`],
    ['with its last chunk', () => `${head({ path: '/v1/ingest' })}2\r\n[]\r\n`],
    ['with a body that nobody reads', () => head({ path: '/nothing', length: 10 }).replace('POST', 'GET')],
    ['although it sends nothing at all', () => ''],
  ])('%s is closed when its time is over', async (_what, text) => {
    const begun = performance.now();
    const sent = await dial(text(), impatient);
    const received = await sent.closed;
    expect(performance.now() - begun).toBeGreaterThan(TIMES.requestMs - 50);
    expect(performance.now() - begun).toBeLessThan(TIMES.requestMs + 20_000);
    expect(received).toMatch(/^HTTP\/1.1 (408|404) /);
  });

  test('is counted as what it was answered', async () => {
    const counted = async (status: number) => {
      const text = await service.services.metrics.registry.metrics();
      const name = `http_request_duration_seconds_count{method="POST",route="/v1/ingest",status="${status}"}`;
      return Number(
        text
          .split('\n')
          .find((line) => line.startsWith(name))
          ?.split(' ')[1] ?? 0,
      );
    };
    const [late, invalid] = [await counted(408), await counted(400)];
    const sent = await dial(`${head({ path: '/v1/ingest', length: 10 })}[]`, impatient);
    expect(await sent.closed).toMatch(/^HTTP\/1.1 408 /);
    await expect.poll(() => counted(408)).toBe(late + 1);
    expect(await counted(400)).toBe(invalid);
  });

  test('in time is answered, however slowly it came', async () => {
    const sent = await dial(head({ length: 5 }), impatient);
    for (const character of '{   }') {
      await pause(200);
      sent.write(character);
    }
    await answered(sent).toMatch(/^HTTP\/1.1 200 /);
    sent.leave();
  });
});

describe('an upload', () => {
  const upload = async () =>
    head({ path: `/v1/migration-importer/upload?job_id=${await startJob(tenant)}`, type: 'text/csv' });
  const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`;

  test('may take longer than other requests, as long as it flows', async () => {
    const sent = await dial(await upload(), impatient);
    sent.write(chunk('event_type,installed_at\n'));
    for (let waited = 0; waited < TIMES.requestMs + 1000; waited += 250) {
      await pause(250);
      sent.write(chunk('install,2026-03-01T10:00:00Z\n'));
    }
    expect(sent.received()).toBe('');
    sent.write('0\r\n\r\n');
    await answered(sent).toMatch(/^HTTP\/1.1 200 .*"status":"processing"/s);
    sent.leave();
  });
});

describe('the memory', () => {
  test('of bodies cut into single bytes is what they hold', async () => {
    const bytes = Buffer.from('1\r\n \r\n'.repeat(1000));
    const sent: Sent[] = [];
    const growth = await heapGrowth(async () => {
      for (let n = 0; n < 8; n++) sent.push(await dial(head({ path: '/v1/ingest' })));
      for (let written = 0; written < 50; written++) {
        for (const one of sent) one.write(bytes);
        await pause(5);
      }
      await pause(300);
    });
    for (const one of sent) one.leave();
    // 50,000 bytes each; as a list of chunks they took 10 MB each.
    expect(growth).toBeLessThan(8 * 400_000);
  });

  test('of large bodies is bounded for each address, and small ones still get through', async () => {
    const body = Buffer.alloc(262_143, 0x20);
    const from = (address: string) => dial(head({ path: '/v1/ingest', length: 262_144, address }));
    const slow: Sent[] = [];
    for (let n = 0; n < 70; n++) {
      const sent = await from('198.51.100.1');
      sent.write(body);
      slow.push(sent);
    }
    await expect
      .poll(() => slow.filter((sent) => sent.received().startsWith('HTTP/1.1 429 ')).length)
      .toBeGreaterThan(0);
    const refused = slow.filter((sent) => sent.received() !== '');
    expect(refused.length).toBeLessThan(20);
    expect(refused[0]?.received()).toMatch(/Retry-After: 5/i);

    const small = await dial(`${head({ length: 2, address: '198.51.100.1' })}{}`);
    await answered(small).toMatch(/^HTTP\/1.1 200 /);
    const other = await from('198.51.100.2');
    other.write(body);
    other.write(' ');
    await answered(other).toMatch(/^HTTP\/1.1 400 /);
    for (const sent of [...slow, small, other]) sent.leave();
    await expect
      .poll(async () => await service.services.metrics.registry.metrics())
      .toMatch(/^tributary_request_body_bytes 0$/m);
  });
});

describe('requests on one connection that wait for their answers', () => {
  const ask = (count: number) => dial('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(count));
  const answers = (sent: Sent) => sent.received().split('HTTP/1.1 200').length - 1;

  test('are a hundred at most', async () => {
    const most = await ask(100);
    await expect.poll(() => answers(most)).toBe(100);
    most.leave();
    expect((await (await ask(400)).closed).split('HTTP/1.1 200').length - 1).toBeLessThan(100);
  });
});
