import type { ClientConfig } from '../config/client-config.ts';
import type { RemoteSettings } from '../config/remote-settings.ts';
import type { KeyResolver } from '../keys/key-resolver.ts';
import type { Logger } from '../logger.ts';
import type { Platform } from '../platform/platform.ts';
import { createIngestSender } from '../transport/create-ingest-sender.ts';
import type { SigningKey } from '../transport/seal-event.ts';
import type { SendEvents } from '../transport/send-events.ts';
import { createServerClock } from '../transport/server-clock.ts';
import { withBisection } from '../transport/with-bisection.ts';
import { withClockCorrection } from '../transport/with-clock-correction.ts';
import { withFieldRepair } from '../transport/with-field-repair.ts';
import { withRetry } from '../transport/with-retry.ts';
import type { Waiter } from './waiter.ts';

export interface SenderParts {
  platform: Platform;
  config: ClientConfig;
  remote: RemoteSettings;
  keys: KeyResolver;
  waiter: Waiter;
  log: Logger;
}

/** The two ways to send events: from the queue, with everything that can be done about a failure, and on leaving. */
export function createSenders(
  { platform, config, remote, keys, waiter, log }: SenderParts,
  mayContinue: () => Promise<boolean>,
): { send: SendEvents; sendLeaving: SendEvents } {
  const serverClock = createServerClock(platform.clock);
  const target = () => ({ url: remote.endpoints().ingest, key: signingKey(keys, config) });
  const once = createIngestSender({ platform, serverClock, target });
  const retried = withRetry(withFieldRepair(withClockCorrection(once, serverClock, log)), {
    maxAttempts: () => remote.settings().maxRetryAttempts,
    wait: waiter.wait,
    mayContinue,
  });
  return {
    send: withBisection(retried, mayContinue),
    sendLeaving: (events) => once(events, true),
  };
}

function signingKey(keys: KeyResolver, { customerId, appId }: ClientConfig): SigningKey {
  const key = keys.known();
  // A gate holds events back until the key is known.
  if (!key) throw new Error('there is no key');
  return { ...key, customer_id: customerId ?? key.customer_id, app_id: appId ?? key.app_id };
}
