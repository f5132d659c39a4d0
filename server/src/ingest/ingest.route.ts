import type { IngestResponse } from '@tributary/sdk/wire/ingest-response';
import type { Context } from 'hono';
import { z } from 'zod';
import type { AppEnv, FunctionRoute } from '../platform/http/function-route.ts';
import { readBody } from '../platform/http/requests/read-body.ts';
import { answersJson } from '../platform/http/route-facts.ts';
import { INGEST_FACTS } from './ingest-facts.ts';
import { type IngestRequest, ingestRequest } from './ingest-request.ts';
import type { IntakeShare } from './limits/intake.ts';

export const ingestRoute: FunctionRoute = {
  path: 'ingest',
  about: INGEST_FACTS,
  cors: true,
  errorCodes: true,
  methods: {
    async POST(c, { ingest }) {
      const share = ingest.intake.openShare();
      try {
        const results = await ingestRequest(toIngestRequest(c, share), ingest);
        return c.json({ results, batch_size: results.length } satisfies IngestResponse);
      } finally {
        share.giveBack();
      }
    },
  },
};

export const ingestHealthRoute: FunctionRoute = {
  path: 'ingest/health',
  about: {
    tag: 'operations',
    summary: 'Probe ingest',
    description: 'Whether the process answers. It asks nothing of the database.',
    security: [],
    answers: answersJson(z.object({ status: z.literal('ok'), service: z.literal('ingest') })),
    fails: [],
  },
  cors: true,
  errorCodes: true,
  methods: { GET: sayOk, HEAD: sayOk },
};

function sayOk(c: Context<AppEnv>): Response {
  return c.json({ status: 'ok', service: 'ingest' });
}

function toIngestRequest(c: Context<AppEnv>, share: IntakeShare): IngestRequest {
  return {
    address: c.get('clientAddress'),
    contentEncoding: c.req.header('content-encoding'),
    readBody: (limit) => readBody(c, limit),
    share,
    noteAccount: (accountId) => c.set('accountId', accountId),
  };
}
