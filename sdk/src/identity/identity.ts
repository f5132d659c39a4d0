import type { ClientConfig } from '../config/client-config.ts';
import type { EventFacts } from '../events/pending-event.ts';
import { uuidV4 } from '../ids/uuid.ts';
import { parseObject } from '../parsing/parse-object.ts';
import type { Platform } from '../platform/platform.ts';
import { CHOICE, FORGOTTEN, INSTALLATION_ID, TRACKED, UNTRACKED } from '../platform/stored-values.ts';
import type { Consent } from '../storage/consent.ts';
import type { SafeValues } from '../storage/with-value-fallback.ts';
import { isUuidV4 } from '../wire/optional-fields.ts';
import { createPersistedValue } from './persisted-value.ts';

/** What the SDK stores about the installation and its user. */
export type Identity = ReturnType<typeof createIdentity>;

export interface IdentityParts {
  platform: Pick<Platform, 'randomBytes'>;
  config: Pick<ClientConfig, 'trackingEnabled'>;
  values: SafeValues;
  /** Given as soon as the user's choice says so. */
  consent: Consent;
}

/** Shared by all keys used with the same small values: it is one installation with one user. */
export function createIdentity({ platform, config, values, consent }: IdentityParts) {
  const { trackingEnabled = true } = config;
  const optOut = createPersistedValue(values, CHOICE, trackingEnabled ? TRACKED : UNTRACKED);
  const forgotten = createPersistedValue(values, FORGOTTEN, '');
  const userId = createPersistedValue(values, 'user-id', undefined, forgotten);
  const pushToken = createPersistedValue(values, 'push-token', undefined, forgotten);
  const stated = createPersistedValue(values, 'consent', '', forgotten);
  let isLoaded = false;
  let isTriedAgain = false;
  const isAgainst = (choice: string | undefined) => {
    // Who is forgotten stays so, whatever is chosen later.
    if (forgotten.current()) return true;
    if (isLoaded && choice !== UNTRACKED) consent.isGiven = true;
    return choice === UNTRACKED;
  };
  // A choice that cannot be read may be one against it.
  const isOptedOut = () => !isLoaded || isAgainst(optOut.current());
  const ownId = uuidV4(platform.randomBytes);
  const readId = () => values.setIfAbsent(INSTALLATION_ID, ownId, isUuidV4);
  let installationId: Promise<string> | undefined;

  return {
    /** The user's choice, which outweighs that of the app. */
    setOptedOut: (isAgainst: boolean) => optOut.set(isAgainst ? UNTRACKED : TRACKED).finally(isOptedOut),
    isOptedOut,
    /** The choice as of this call; call the returned function once it is loaded. */
    isOptedOutAsOfNow() {
      const choice = optOut.asOfNow();
      return () => isAgainst(choice());
    },
    userId,
    /** Whether the user is to be forgotten; see storage/consent.ts. */
    forgotten,
    /** What the user has said of consent: JSON, as events carry it. */
    stated,
    /** What events of this moment carry of the user; call the returned function once it is loaded. */
    userAsOfNow() {
      const id = userId.asOfNow();
      const said = stated.asOfNow();
      return () => ({ user_id: id(), consent: parseObject(said()) as EventFacts['consent'] });
    },
    /** Kept until an event has been stored with it. */
    pushToken,
    /** UUID v4; before the user agrees it is not stored, and another tab may store its own. */
    installationId(): Promise<string> {
      if (!consent.isGiven) return readId();
      installationId ??= readId();
      return installationId;
    },
    /** Until then nobody knows what the user has chosen. */
    isLoaded: () => isLoaded,
    /**
     * Reads what is stored, unless that is done; false if it was done before, or cannot be. What cannot be read at a
     * second attempt either counts as not stored, unless it is the choice.
     */
    async load(): Promise<boolean> {
      if (isLoaded) return false;
      const [choice, wish, ...others] = await Promise.all(
        [optOut, forgotten, userId, pushToken, stated].map((value) => value.load()),
      );
      isLoaded ||= !!(choice && wish && (isTriedAgain || others.every(Boolean)));
      isTriedAgain = true;
      isOptedOut();
      return isLoaded;
    },
  };
}
