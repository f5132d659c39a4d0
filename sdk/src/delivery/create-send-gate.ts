import type { Identity } from '../identity/identity.ts';
import type { KeyResolver } from '../keys/key-resolver.ts';
import type { RemoteSettings } from '../keys/remote-settings.ts';
import type { Logger } from '../platform/logger.ts';
import type { Lease, Platform } from '../platform/platform.ts';
import { withDeadline } from '../storage/guard-storage.ts';
import { blockedReason, type SendState } from './gates.ts';
import type { Session } from './session.ts';

/** Longer than a request and the longest pause before it may take together. */
const LEASE_MS = 30_000;

/** Says whether something may be sent now. */
export interface SendGate {
  /** Whether events may be sent from the queue, for which this takes the lease. */
  mayDeliver(): Promise<boolean>;
  /** Whether events may be sent at once, by the network and the battery as they were last seen. */
  mayLeave(): boolean;
  /** Whether requests without events may be sent. */
  mayRequest(): Promise<boolean>;
  isClosed(): boolean;
  close(): void;
}

export interface SendGateParts {
  platform: Pick<Platform, 'network' | 'batteryPercent' | 'clock' | 'timers'>;
  remote: RemoteSettings;
  identity: Pick<Identity, 'isOptedOut'>;
  keys: Pick<KeyResolver, 'known'>;
  queue: { lease: Lease };
  log: Logger;
}

/** What is unknown counts as a good network and a full battery. */
export function createSendGate(
  { platform, remote, identity, keys, queue, log }: SendGateParts,
  session: Session,
): SendGate {
  let device: Pick<SendState, 'network' | 'batteryPercent'> = {};
  let closed = false;

  /** Of a device that may fail to answer, or never do. */
  const answer = <Result>(ask: () => Promise<Result>) =>
    withDeadline(platform.timers, ask).catch(() => undefined);

  async function lookAtDevice(): Promise<void> {
    const [network, batteryPercent] = await Promise.all([
      answer(() => platform.network()),
      answer(() => platform.batteryPercent()),
    ]);
    device = { network, batteryPercent };
  }

  function mayLeave(): boolean {
    if (closed || !session.mayDeliver()) return false;
    const reason = blockedReason({
      ...device,
      settings: remote.settings(),
      consent: !identity.isOptedOut(),
      keyResolved: keys.known() !== undefined,
    });
    if (reason) log.debug(`deferred: ${reason}`);
    return !reason;
  }

  return {
    async mayDeliver() {
      await lookAtDevice();
      // Asked again, since the user may have objected meanwhile.
      return mayLeave() && (await queue.lease.acquire(platform.clock.now(), LEASE_MS)) && mayLeave();
    },
    mayLeave,
    /** The key may be requested even while the service has tracking off: otherwise it could never turn it on again. */
    async mayRequest() {
      await lookAtDevice();
      return !closed && !identity.isOptedOut() && device.network !== 'none';
    },
    isClosed: () => closed,
    close() {
      closed = true;
    },
  };
}
