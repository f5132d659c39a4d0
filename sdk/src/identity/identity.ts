import type { ClientConfig } from '../config/client-config.ts';
import { uuidV4 } from '../ids/uuid.ts';
import type { Platform } from '../platform/platform.ts';
import type { SafeValues } from '../storage/with-value-fallback.ts';
import { isUuidV4 } from '../wire/optional-fields.ts';
import { createPersistedValue } from './persisted-value.ts';

/** What the SDK stores about the installation and its user. */
export type Identity = ReturnType<typeof createIdentity>;

const CHOICE = 'tracking-disabled';
const TRACKED = '0';
const UNTRACKED = '1';

export interface IdentityParts {
  platform: Pick<Platform, 'randomBytes'>;
  config: Pick<ClientConfig, 'trackingEnabled'>;
  values: SafeValues;
}

/** Shared by all keys used with the same storage: it is one installation with one user. */
export function createIdentity({ platform, config, values }: IdentityParts) {
  const { trackingEnabled = true } = config;
  const optOut = createPersistedValue(values, CHOICE, trackingEnabled ? TRACKED : UNTRACKED);
  const userId = createPersistedValue(values, 'user-id');
  const pushToken = createPersistedValue(values, 'push-token');
  let isLoaded = false;
  let hasAgreed = false;
  /** What an event that was tracked with the user's consent needs is stored, whatever the user decides later. */
  const isAgainst = (choice: string | undefined) => {
    if (isLoaded && choice !== UNTRACKED) hasAgreed = true;
    return choice === UNTRACKED;
  };
  // A choice that cannot be read may be one against it.
  const isOptedOut = () => !isLoaded || isAgainst(optOut.current());
  const mayStore = (key?: string) => key === CHOICE || !isOptedOut() || hasAgreed;
  const ownId = uuidV4(platform.randomBytes);
  const readId = () => values.setIfAbsent('installation-id', ownId, isUuidV4);
  let installationId: Promise<string> | undefined;

  return {
    /** The user's choice, which outweighs that of the app. */
    setOptedOut: (isOptedOut: boolean) => optOut.set(isOptedOut ? UNTRACKED : TRACKED),
    isOptedOut,
    /** Before the user agrees nothing is stored but the choice itself. */
    mayStore,
    /** The choice as of this call; call the returned function once it is loaded. */
    isOptedOutAsOfNow() {
      const choice = optOut.asOfNow();
      return () => isAgainst(choice());
    },
    userId,
    /** Kept until an event has been stored with it. */
    pushToken,
    /** UUID v4; before the user agrees it is not stored, and another tab may store its own. */
    installationId(): Promise<string> {
      if (!mayStore()) return readId();
      installationId ??= readId();
      return installationId;
    },
    /** Until then nobody knows what the user has chosen. */
    isLoaded: () => isLoaded,
    /** Reads what is stored, unless that is done; false if it was done before, or cannot be. */
    async load(): Promise<boolean> {
      if (isLoaded) return false;
      const found = await Promise.all([optOut.load(), userId.load(), pushToken.load()]);
      isLoaded ||= found.every(Boolean);
      return isLoaded;
    },
  };
}
