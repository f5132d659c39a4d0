import { z } from 'zod';
import { toAppError } from '../../platform/errors/to-app-error.ts';
import type { FunctionRoute } from '../../platform/http/function-route.ts';
import { uuid } from '../../platform/http/procedures/argument-types.ts';
import { streamOf } from '../../platform/http/procedures/spooled-document.ts';
import { readKnownQuery } from '../../platform/http/requests/read-query.ts';
import { requireSession } from '../../platform/http/requests/require-session.ts';
import { liveMessageItem } from './live-message-item.ts';
import { type Watched, watchApp } from './watch-app.ts';

const MOST_SECONDS = 3600;

const query = z.object({
  app_id: uuid.describe('The app.'),
  seconds: z.coerce
    .number('must be a whole number')
    .int('must be a whole number')
    .min(0, 'must be 0 or more')
    .max(MOST_SECONDS, `must be ${MOST_SECONDS} or less`)
    .default(MOST_SECONDS)
    .describe('After how many seconds it ends, by default 3,600; 0 only tells whether it could be watched.'),
});

export const liveEventsRoute: FunctionRoute = {
  path: 'live-events',
  about: {
    tag: 'events',
    summary: 'Watch events arrive',
    description:
      'The events of an app as they arrive, as server-sent events: each has the status as its type and an object as ' +
      'its data. Refused events are shown to the app that they name, also with a bad signature, at most 10 a second; ' +
      'of others at most 50 a second; the rest is counted by an event `skipped`. It is no log: what arrives while ' +
      'nobody watches is not shown later. It ends with an event `end` within 5 s once the caller may not see the app ' +
      'any more. Over tRPC it is the subscription `live_events`. An account has at most 20 streams at a process. Needs the viewer ' +
      'role in the app’s team.',
    security: [['session']],
    query,
    example: { query: { seconds: 0 } },
    answers: { 200: { means: 'The stream.', content: { 'text/event-stream': z.string() } } },
    fails: ['FORBIDDEN', 'NOT_FOUND', 'RATE_LIMIT'],
  },
  methods: {
    GET: async (c, services) => {
      const readCaller = () => requireSession(c, services);
      await readCaller();
      const { app_id, seconds } = query.parse(readKnownQuery(c, Object.keys(query.shape)));
      const watched = await watchApp({ services, readCaller, signal: c.req.raw.signal }, app_id);
      const timer = setTimeout(watched.end, seconds * 1000);
      const leave = async () => {
        clearTimeout(timer);
        watched.end();
      };
      return new Response(streamOf(chunksOf(watched, leave), leave), {
        headers: {
          'content-type': 'text/event-stream',
          'cache-control': 'no-store',
          'x-accel-buffering': 'no',
        },
      });
    },
  },
};

const encoder = new TextEncoder();

async function* chunksOf(
  watched: Watched,
  leave: () => Promise<void>,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  // A comment: clients learn that the stream is open before anything has arrived.
  yield encoder.encode(': watching\n\n');
  try {
    for await (const messages of watched.messages) {
      const events = messages.map((message) => toEvent(message.status, liveMessageItem.parse(message)));
      yield encoder.encode(events.join('') || ': still here\n\n');
    }
    yield encoder.encode(toEvent('end', {}));
  } catch (thrown) {
    yield encoder.encode(toEvent('end', { error: toAppError(thrown).message }));
  } finally {
    await leave();
  }
}

function toEvent(type: string, data: object): string {
  return `event: ${type}\ndata: ${JSON.stringify(data)}\n\n`;
}
