import { ERROR_CODES, type IngestResponse, ITEM_STATUSES } from '@tributary/sdk/wire/ingest-response';
import { MAX_BODY_BYTES, MAX_EVENTS_PER_REQUEST } from '@tributary/sdk/wire/limits';
import { z } from 'zod';
import { answersJson, type RouteFacts } from '../platform/http/route-facts.ts';
import { PER_MINUTE } from '../platform/limits/rate-limits.ts';
import { eventSchema } from './event-schema.ts';

const item = z.object({
  status: z
    .enum(ITEM_STATUSES)
    .describe('`deduplicated`: an event with this id was stored before, and it does not count again.'),
  event_id: z.string(),
  server_timestamp: z.int(),
  error: z.string().exactOptional().describe('What is wrong, in a sentence; of a rejected event.'),
  code: z.enum(ERROR_CODES).exactOptional().describe('The machine-readable code; of a rejected event.'),
});

const answer = z.object({
  results: z.array(item),
  batch_size: z.int(),
}) satisfies z.ZodType<IngestResponse>;

const SAMPLE_EVENT = {
  event_type: 'purchase',
  timestamp: 1_769_860_800_000,
  sent_at: 1_769_860_801_000,
  customer_id: '7c1f2b9e-4a1d-4c52-9a55-0d2f6a3b8e10',
  app_id: '5a0d4c6e-8f0b-4c1a-b1de-3f9a7c2d6e54',
  event_id: 'evt-0123456789',
  sdk_version: 'example/1.0.0',
  revenue: 12.5,
  currency: 'USD',
  signature: '0'.repeat(64),
};

export const INGEST_FACTS: RouteFacts = {
  tag: 'events',
  summary: 'Send events',
  description:
    `Takes one event, or up to ${MAX_EVENTS_PER_REQUEST} as \`{"events": […]}\`, up to ${MAX_BODY_BYTES / 1024} KB; gzip is taken, and the limit holds for what it ` +
    'inflates to. Each event carries its own signature: HMAC-SHA256, in hex, over its other members as JSON without ' +
    'white space and with sorted names, keyed with the `sdk_secret` that `resolve_key` answers. It must be signed ' +
    'within 10 minutes of now (`sent_at`, else `timestamp`). An event whose `event_id` was stored before is not ' +
    'counted again. Every event has its own result; accepted means stored. At most ' +
    `${PER_MINUTE.ingestPerAddress.toLocaleString('en')} requests a minute from one address and ${PER_MINUTE.ingestPerApp} for one app.`,
  security: [['eventSignature']],
  body: {
    'application/json': z.union([
      eventSchema,
      z.object({ events: z.array(eventSchema).min(1).max(MAX_EVENTS_PER_REQUEST).describe('The events.') }),
    ]),
  },
  example: { body: SAMPLE_EVENT },
  answers: answersJson(answer, 'A result for every event, in the order sent.'),
  fails: ['VALIDATION_ERROR', 'PAYLOAD_TOO_LARGE', 'RATE_LIMIT'],
};
