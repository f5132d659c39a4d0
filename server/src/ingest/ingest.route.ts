import type { IngestResponse } from '@tributary/sdk/wire/ingest-response';
import type { Context } from 'hono';
import type { AppEnv, FunctionRoute } from '../http/function-route.ts';
import { readBody } from '../http/requests/read-body.ts';
import { type IngestRequest, ingestRequest } from './ingest-request.ts';
import type { IntakePlace } from './intake.ts';

/** `POST /v1/ingest`: one event or a batch of up to 50, each authenticated by its own signature. */
export const ingestRoute: FunctionRoute = {
  path: 'ingest',
  cors: true,
  errorCodes: true,
  methods: {
    async POST(c, { ingest }) {
      const place = ingest.intake.openPlace();
      try {
        const results = await ingestRequest(toIngestRequest(c, place), ingest);
        return c.json({ results, batch_size: results.length } satisfies IngestResponse);
      } finally {
        place.leave();
      }
    },
  },
};

/** `GET /v1/ingest/health`: liveness. */
export const ingestHealthRoute: FunctionRoute = {
  path: 'ingest/health',
  cors: true,
  errorCodes: true,
  methods: { GET: sayOk, HEAD: sayOk },
};

function sayOk(c: Context<AppEnv>): Response {
  return c.json({ status: 'ok', service: 'ingest' });
}

function toIngestRequest(c: Context<AppEnv>, place: IntakePlace): IngestRequest {
  return {
    address: c.get('clientAddress'),
    contentEncoding: c.req.header('content-encoding'),
    readBody: (limit) => readBody(c, limit),
    place,
    noteAccount: (accountId) => c.set('accountId', accountId),
  };
}
