import type { ClientConfig } from '../config/client-config.ts';
import type { Identity } from '../identity/identity.ts';
import type { KeyResolver } from '../keys/key-resolver.ts';
import type { KnownKey } from '../keys/parse-resolved-key.ts';
import type { RemoteSettings } from '../keys/remote-settings.ts';
import type { Logger } from '../platform/logger.ts';
import type { Platform } from '../platform/platform.ts';
import type { Waiter } from '../platform/waiter.ts';
import { createIngestSender } from '../transport/create-ingest-sender.ts';
import { repairFields } from '../transport/repair-fields.ts';
import type { SendEvents, SendOnce } from '../transport/send-events.ts';
import { withBisection } from '../transport/with-bisection.ts';
import { withResending } from '../transport/with-resending.ts';
import { withRetry } from '../transport/with-retry.ts';

export interface SenderParts {
  platform: Platform;
  config: ClientConfig;
  identity: Pick<Identity, 'isOptedOut'>;
  remote: RemoteSettings;
  keys: KeyResolver;
  waiter: Waiter;
  log: Logger;
}

/** The two ways to send events: from the queue, with everything that can be done about a failure, and on leaving. */
export function createSenders(
  { platform, config, identity, remote, keys, waiter, log }: SenderParts,
  mayContinue: () => Promise<boolean>,
): { send: SendEvents; sendOnce: SendOnce } {
  const target = () => {
    // A gate holds events back until it is known.
    const key = keys.known() as KnownKey;
    const customer_id = config.customerId ?? key.customer_id;
    const app_id = config.appId ?? key.app_id;
    return { ...key, customer_id, app_id, url: remote.endpoint() };
  };
  const sendOnce = createIngestSender({ platform, identity, target, log });
  // The sender has adopted the service's time when it rejects the device's.
  const corrected = withResending(sendOnce, mayContinue, (sent) =>
    sent.fate === 'clock' ? sent : undefined,
  );
  const retried = withRetry(withResending(corrected, mayContinue, repairFields), {
    maxAttempts: () => remote.settings().maxRetryAttempts,
    wait: waiter.wait,
    mayContinue,
  });
  return { send: withBisection(retried, mayContinue), sendOnce };
}
