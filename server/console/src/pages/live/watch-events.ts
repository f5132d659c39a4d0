import type { ToldBy } from '../../client/procedures.ts';
import { reachService } from '../../http/reach-service.ts';
import { refusalOf } from '../../http/refusal-of.ts';
import type { ServiceError } from '../../http/service-error.ts';
import { credentials, doubtSession } from '../../session/session.ts';

/** An event as the service tells of it. */
export type LiveEvent = ToldBy<'live_events'>;

interface Listener {
  onOpen(): void;
  onEvent(event: LiveEvent): void;
}

/**
 * Follows `GET /v1/live-events` until it ends. A browser’s `EventSource` could not say who asks, so that this reads the
 * stream itself.
 *
 * @returns null where it may be opened again, or why that would be refused
 */
export async function watchEvents(
  appId: string,
  listener: Listener,
  signal: AbortSignal,
): Promise<ServiceError | null> {
  try {
    const { authorization = '' } = credentials();
    const response = await reachService(`/v1/live-events?app_id=${appId}`, {
      headers: { authorization },
      signal,
    });
    if (!response.ok || !response.body) return await reasonOf(response);
    listener.onOpen();
    await readMessages(response.body, listener);
    return null;
  } catch {
    return null;
  }
}

/** A session that has ended leads to the sign-in. */
async function reasonOf(response: Response): Promise<ServiceError | null> {
  if (response.status === 401) doubtSession();
  return response.status < 500 && response.status !== 429 ? refusalOf(response) : null;
}

async function readMessages(body: ReadableStream<Uint8Array>, listener: Listener): Promise<void> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
    text += decoder.decode(chunk.value, { stream: true });
    const messages = text.split('\n\n');
    text = messages.pop() ?? '';
    for (const message of messages) {
      const [, type] = /^event: (\w+)$/m.exec(message) ?? [];
      const [, data] = /^data: (.+)$/m.exec(message) ?? [];
      if (type && type !== 'end' && data) listener.onEvent(JSON.parse(data) as LiveEvent);
    }
  }
}
