import type { IngestResponse, IngestResultItem } from '@tributary/sdk/wire/ingest-response';
import { trueTime } from '@tributary/server/attribution/devices/true-time';
import { type CheckedEvent, checkShape } from '@tributary/server/ingest/check/check-shape';
import { readEventText } from '@tributary/server/ingest/parse/read-event-text';
import { splitRequest } from '@tributary/server/ingest/parse/split-request';
import { arrivalAt } from '@tributary/server/ingest/row/to-storable-event';
import { verifyEvents } from '@tributary/server/ingest/verify-events';
import { AppError } from '@tributary/server/platform/errors/errors';
import type { FakeState } from './fake-state.ts';

/**
 * Answers `POST /v1/ingest`: bodies, shapes, signatures and the replay window pass the real service's checks; what is
 * accepted is kept in memory, once per event id.
 *
 * @throws AppError as the service does
 */
export async function answerIngest(state: FakeState, request: Request): Promise<IngestResponse> {
  const submitted = splitRequest(await readText(request));
  const at = state.clock();
  const known = new Map([...state.apps.values()].map((app) => [app.appId, app.known]));
  const items = await verifyEvents(submitted, submitted.map(checkShape), known, arrivalAt(at, undefined));
  const results = items.flatMap(({ eventId, step }, index): IngestResultItem[] => {
    const echo = { event_id: eventId, server_timestamp: at };
    if (!step.ok) return [{ status: 'rejected', ...echo, error: step.error, code: step.code }];
    const code = state.judge(eventId);
    if (code === 'no result') return [];
    if (code) return [{ status: 'rejected', ...echo, error: 'judged', code }];
    const event = submitted[index]?.value as CheckedEvent;
    const { key, appId } = step.value;
    if (state.events.has(key)) return [{ status: 'deduplicated', ...echo }];
    state.events.set(key, { appId, event, occurredAt: trueTime(event, at), receivedAt: at });
    return [{ status: 'accepted', ...echo }];
  });
  return { results, batch_size: submitted.length };
}

function readText(request: Request): Promise<string> {
  return readEventText(request.headers.get('content-encoding'), async (limit) => {
    const body = new Uint8Array(await request.arrayBuffer());
    if (body.byteLength <= limit) return body;
    throw new AppError('PAYLOAD_TOO_LARGE', `the body is larger than ${limit} bytes`);
  });
}
