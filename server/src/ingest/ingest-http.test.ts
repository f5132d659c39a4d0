import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import type { IngestResponse } from '@tributary/sdk/wire/ingest-response';
import { describe, expect, test } from 'vitest';
import { perSuite } from '../testing/per-suite.ts';
import { listen } from '../testing/serve-over-http.ts';
import { signedEvent } from '../testing/signed-event.ts';
import { createTenant, freshAddress } from '../testing/test-tenant.ts';
import { useService } from '../testing/use-service.ts';

const LIMIT = 262_144;

const service = useService();
const tenant = perSuite(() => createTenant(service));
const server = perSuite(
  () => listen(service),
  ({ close }) => close(),
);

interface Answer {
  readonly status: number | undefined;
  readonly body: Partial<IngestResponse>;
}

/** Sends the pieces one after the other; chunked if there is no content length. */
function send(
  pieces: readonly (string | Buffer)[],
  headers: Record<string, string | number> = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(
      {
        port: server.port,
        host: '127.0.0.1',
        path: '/v1/ingest',
        method: 'POST',
        headers: { 'x-forwarded-for': freshAddress(), ...headers },
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () =>
          resolve({
            status: response.statusCode,
            body: JSON.parse(Buffer.concat(chunks).toString()) as Answer['body'],
          }),
        );
      },
    );
    // The service may answer and close before everything is sent.
    request.on('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EPIPE' ? undefined : reject(error),
    );
    for (const piece of pieces) request.write(piece);
    request.end();
  });
}

const accepted = { status: 200, body: { results: [{ status: 'accepted' }] } };

describe('over HTTP a body', () => {
  test('of known length is read', async () => {
    const body = JSON.stringify(signedEvent(tenant, { device_model: 'é📱' }));
    expect(await send([body], { 'content-length': Buffer.byteLength(body) })).toMatchObject(accepted);
  });

  test('in chunks is read, wherever they are cut', async () => {
    const body = Buffer.from(JSON.stringify(signedEvent(tenant, { device_model: 'é📱é📱é📱' })));
    const pieces = Array.from({ length: Math.ceil(body.length / 7) }, (_, at) =>
      body.subarray(at * 7, at * 7 + 7),
    );
    expect(await send(pieces)).toMatchObject(accepted);
  });

  test('in chunks of gzip is inflated', async () => {
    const body = gzipSync(JSON.stringify(signedEvent(tenant)));
    expect(
      await send([body.subarray(0, 20), body.subarray(20)], { 'content-encoding': 'gzip' }),
    ).toMatchObject(accepted);
  });

  test('that says it is too large is refused before it is sent', async () => {
    const socket = connect(server.port, '127.0.0.1');
    socket.write(`POST /v1/ingest HTTP/1.1\r\nhost: x\r\ncontent-length: ${LIMIT + 1}\r\n\r\n`);
    const [answer] = (await once(socket, 'data')) as [Buffer];
    expect(answer.toString()).toMatch(/^HTTP\/1\.1 413 /);
    socket.destroy();
  });

  test('in chunks is refused once it is too large', async () => {
    const pieces = Array.from({ length: 32 }, () => 'x'.repeat(10_000));
    expect(await send(pieces)).toMatchObject({ status: 413, body: { code: 'VALIDATION_ERROR' } });
  });

  test('that never ends harms no other request', async () => {
    const socket = connect(server.port, '127.0.0.1');
    socket.write('POST /v1/ingest HTTP/1.1\r\nhost: x\r\ncontent-length: 500\r\n\r\n{"events":');
    expect(await send([JSON.stringify(signedEvent(tenant))])).toMatchObject(accepted);
    socket.destroy();
    expect(await send([JSON.stringify(signedEvent(tenant))])).toMatchObject(accepted);
  });
});
