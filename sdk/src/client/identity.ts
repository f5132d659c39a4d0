import type { ClientConfig } from '../config/client-config.ts';
import { uuidV4 } from '../ids/uuid.ts';
import type { KeyValueStore, Platform } from '../platform/platform.ts';
import { isUuidV4 } from '../wire/optional-fields.ts';
import { createPersistedValue } from './persisted-value.ts';

/** What the SDK stores about the installation and its user. */
export type Identity = ReturnType<typeof createIdentity>;

const TRACKED = '0';
const UNTRACKED = '1';

export interface IdentityParts {
  platform: Pick<Platform, 'randomBytes'>;
  config: Pick<ClientConfig, 'trackingEnabled'>;
  values: KeyValueStore;
}

/** Shared by all keys used with the same storage: it is one installation with one user. */
export function createIdentity({ platform, config, values }: IdentityParts) {
  const { trackingEnabled = true } = config;
  const optOut = createPersistedValue(values, 'tracking-disabled', trackingEnabled ? TRACKED : UNTRACKED);
  const userId = createPersistedValue(values, 'user-id');
  const pushToken = createPersistedValue(values, 'push-token');
  let installationId = '';

  return {
    /** The user's choice, which outweighs that of the app. */
    setOptedOut: (isOptedOut: boolean) => optOut.set(isOptedOut ? UNTRACKED : TRACKED),
    isOptedOut: () => optOut.current() === UNTRACKED,
    /** The choice as of this call; call the returned function once it is loaded. */
    isOptedOutAsOfNow() {
      const choice = optOut.asOfNow();
      return () => choice() === UNTRACKED;
    },
    userId,
    /** Kept until an event has been stored with it. */
    pushToken,
    /** UUID v4; empty until loaded. */
    installationId: () => installationId,
    async load(): Promise<void> {
      await Promise.all([optOut.load(), userId.load(), pushToken.load()]);
      installationId = await values.setIfAbsent('installation-id', uuidV4(platform.randomBytes), isUuidV4);
    },
  };
}
