import { createOwner } from '../../backend/owner.ts';
import type { SdkResponse } from '../../network/exchange.ts';
import { createTransport } from '../../network/request-transport.ts';
import type { OpenTarget, TimedEvent } from '../target-service.ts';
import { waitingOutLimits } from './waiting-out-limits.ts';

const MAX_ROWS = 200_000;

interface UrlOptions {
  readonly url: string;
  /** Creates an account for the run, whose stored events are then compared. */
  readonly anonKey?: string | undefined;
  /** Else: the key of an app that exists. What is stored is then known only from the service's answers. */
  readonly apiKey?: string | undefined;
}

interface Exported {
  readonly events: readonly {
    readonly event_id: string;
    readonly event_type: string;
    readonly custom_event_name: string | null;
    readonly event_properties: Record<string, unknown> | null;
    readonly occurred_at: number;
  }[];
}

/** A service at a URL. Its clock is the machine's, so only the devices' waiting is shortened. */
export function openUrlTarget({ url, anonKey, apiKey }: UrlOptions): OpenTarget {
  return async (time) => {
    const origin = new URL(url).origin;
    const owner = anonKey === undefined ? undefined : await createOwner({ origin, anonKey });
    const send = createTransport(
      time,
      waitingOutLimits((request) => fetch(request)),
    );
    const keys = new Map<string, Promise<SdkResponse>>();
    let apps = 0;
    return {
      about: origin,
      ingestEndpoint: `${origin}/v1/ingest`,
      trueTime: Date.now,
      // One address may resolve 30 keys a minute, and all devices are behind this one: each key is asked for once.
      transport(request) {
        const key = request.headers['x-service-api-key'];
        if (!request.url.endsWith('/resolve-key') || key === undefined) return send(request);
        const asked = keys.get(key) ?? send(request);
        keys.set(key, asked);
        return asked;
      },
      async nextKey() {
        if (!owner) return apiKey ?? '';
        const number = ++apps;
        const p_bundle_id = `com.example.harness${Date.now()}.app${number}`;
        const appId = await owner.rpc<string>('create_app', { p_name: `Harness ${number}`, p_bundle_id });
        return (await owner.post<{ api_key: string }>('/v1/generate-key', { app_id: appId })).api_key;
      },
      readStored: async () =>
        owner && toStored(await owner.rpc<Exported>('export_my_account_data', { p_max_rows: MAX_ROWS })),
      close: async () => {},
    };
  };
}

function toStored({ events }: Exported): TimedEvent[] {
  return events.map((event) => ({
    eventId: event.event_id,
    name: event.custom_event_name ?? event.event_type,
    properties: event.event_properties ?? {},
    occurredAt: event.occurred_at,
  }));
}
