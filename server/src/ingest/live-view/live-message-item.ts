import { EVENT_TYPES } from '@tributary/sdk/wire/event';
import { z } from 'zod';

/** What readers are sent of an event that arrived. */
export const liveMessageItem = z.object({
  app_id: z.uuid(),
  at: z.int().describe('When it arrived, Unix ms.'),
  status: z
    .enum(['accepted', 'deduplicated', 'rejected', 'skipped'])
    .describe('What became of it; `skipped`: so many more arrived than are shown.'),
  event_id: z.string().nullable().describe('Null for an event that nobody proved to have signed.'),
  event_type: z.enum(EVENT_TYPES).nullable(),
  event_name: z.string().nullable().describe('The name of a custom event.'),
  code: z.string().nullable(),
  error: z.string().nullable().describe('Why it was refused; no value of it is shown.'),
  fields: z.array(z.string()).readonly().describe('The fields that it was refused for.'),
  // Other instances may be of an earlier version, which does not tell.
  is_dated_by_arrival: z
    .boolean()
    .default(false)
    .describe(
      'Whether it was accepted and counts as of its arrival, as its own time, corrected, is before 2000 or after that.',
    ),
  count: z.int().describe('1, or how many were skipped.'),
});
