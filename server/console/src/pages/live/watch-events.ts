import type { ToldBy } from '../../client/procedures.ts';
import { SERVICE_PATH } from '../../http/service-path.ts';
import { credentials } from '../../session/session.ts';

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
 * @returns `lost` where it may be opened again, `refused` where that would be answered the same
 */
export async function watchEvents(
  appId: string,
  listener: Listener,
  signal: AbortSignal,
): Promise<'lost' | 'refused'> {
  try {
    const { authorization = '' } = credentials();
    const response = await fetch(`${SERVICE_PATH}/v1/live-events?app_id=${appId}`, {
      headers: { authorization },
      signal,
    });
    if (!response.ok || !response.body)
      return response.status < 500 && response.status !== 429 ? 'refused' : 'lost';
    listener.onOpen();
    await readMessages(response.body, listener);
    return 'lost';
  } catch {
    return 'lost';
  }
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
