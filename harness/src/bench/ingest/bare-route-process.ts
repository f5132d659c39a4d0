import { serve } from '@hono/node-server';
import type { IngestResponse } from '@tributary/sdk/wire/ingest-response';
import { Hono } from 'hono';

/** The minimum that a service on the same HTTP layer can do: read the body and return that many results. */
let answer: IngestResponse = { results: [], batch_size: 0 };

const app = new Hono().post('/v1/ingest', async (c) => {
  await c.req.arrayBuffer();
  return c.json(answer);
});

process.on('message', (batch: number) => {
  const result = { status: 'accepted' as const, event_id: '01a1fd63-7c90-72bb-9833-0ea15c6d6b52' };
  answer = {
    results: Array.from({ length: batch }, () => ({ ...result, server_timestamp: Date.now() })),
    batch_size: batch,
  };
  process.send?.('ready');
});

serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) => process.send?.(port));
