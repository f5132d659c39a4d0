import { createOwner, type Owner } from '../../backend/owner.ts';
import { UsageError } from '../../command-line/usage-error.ts';
import { createTransport } from '../../network/request-transport.ts';
import type { OpenTarget, TimedEvent } from '../target-service.ts';
import { resolvingOnce } from './resolving-once.ts';
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

/**
 * A service at a URL. Its clock is the machine's, so only the devices' waiting is shortened.
 *
 * @throws UsageError if it does not answer, or refuses the key: the devices would only wait.
 */
export function openUrlTarget({ url, anonKey, apiKey }: UrlOptions): OpenTarget {
  return async (time) => {
    const origin = new URL(url).origin;
    const owner = anonKey === undefined ? undefined : await createOwnerAt(origin, anonKey);
    if (apiKey !== undefined) await requireKey(origin, apiKey);
    let apps = 0;
    return {
      about: origin,
      ingestEndpoint: `${origin}/v1/ingest`,
      trueTime: Date.now,
      isInVirtualTime: false,
      transport: resolvingOnce(createTransport(time, fetchPatiently)),
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

async function createOwnerAt(origin: string, anonKey: string): Promise<Owner> {
  try {
    return await createOwner({ origin, anonKey });
  } catch (error) {
    throw new UsageError(`no account could be created at ${origin}: ${reasonOf(error)}`);
  }
}

const fetchPatiently = waitingOutLimits((request) => fetch(request));

async function requireKey(origin: string, apiKey: string): Promise<void> {
  const request = new Request(`${origin}/v1/resolve-key`, { headers: { 'x-service-api-key': apiKey } });
  const response = await fetchPatiently(request).catch((error: unknown) => {
    throw new UsageError(`--url: ${origin} does not answer: ${reasonOf(error)}`);
  });
  if (response.ok) return void (await response.body?.cancel());
  throw new UsageError(
    `--key: ${origin} answers ${response.status}: ${(await response.text()).slice(0, 200)}`,
  );
}

/** What `fetch` failed for is its cause. */
function reasonOf(error: unknown): string {
  const { cause = error } = error as { cause?: unknown };
  return cause instanceof Error ? cause.message : String(cause);
}

function toStored({ events }: Exported): TimedEvent[] {
  return events.map((event) => ({
    eventId: event.event_id,
    name: event.custom_event_name ?? event.event_type,
    properties: event.event_properties ?? {},
    occurredAt: event.occurred_at,
  }));
}
