import type { RemoteSettings } from '../config/remote-settings.ts';
import { blockedReason, isOffline, isTrackingOff, type SendState } from '../flush/gates.ts';
import type { KeyResolver } from '../keys/key-resolver.ts';
import type { Platform } from '../platform/platform.ts';
import type { Identity } from './identity.ts';

/** Says whether something may be sent now. */
export interface SendGate {
  /** Why no events may be sent; undefined if they may. */
  blockedReason(): Promise<string | undefined>;
  /** The same at once, by the network and the battery as they were last seen. */
  blockedByNow(): string | undefined;
  /** Whether requests without events may be sent. */
  mayRequest(): Promise<boolean>;
  close(): void;
}

export interface SendGateParts {
  platform: Pick<Platform, 'network' | 'batteryPercent'>;
  remote: RemoteSettings;
  identity: Pick<Identity, 'isOptedOut'>;
  keys: Pick<KeyResolver, 'known'>;
}

/** What is unknown counts as a good network and a full battery. */
export function createSendGate({ platform, remote, identity, keys }: SendGateParts): SendGate {
  let device: Pick<SendState, 'network' | 'batteryPercent'> = {
    network: 'unknown',
    batteryPercent: undefined,
  };
  let closed = false;

  const stateNow = (): SendState => ({
    ...device,
    settings: remote.settings(),
    consent: !identity.isOptedOut(),
    keyResolved: keys.known() !== undefined,
  });

  async function readState(): Promise<SendState> {
    const [network, batteryPercent] = await Promise.all([
      platform.network().catch(() => 'unknown' as const),
      platform.batteryPercent().catch(() => undefined),
    ]);
    device = { network, batteryPercent };
    return stateNow();
  }

  const reasonIn = (state: SendState) => (closed ? 'the client is closed' : blockedReason(state));
  return {
    blockedReason: async () => reasonIn(await readState()),
    blockedByNow: () => reasonIn(stateNow()),
    /** The key may be requested even while the service has tracking off: otherwise it could never turn it on again. */
    async mayRequest() {
      const state = await readState();
      const consented = !isTrackingOff({ ...state, settings: { ...state.settings, trackingEnabled: true } });
      return !closed && consented && !isOffline(state);
    },
    close() {
      closed = true;
    },
  };
}
