import { uuidV4 } from '../ids/uuid.ts';
import type { Platform } from '../platform/platform.ts';
import { isUuidV4 } from '../wire/optional-fields.ts';
import { createPersistedValue } from './persisted-value.ts';

/** What the SDK stores about the installation and its user. */
export type Identity = ReturnType<typeof createIdentity>;

/** Shared by all keys used with the same storage: it is one installation with one user. */
export function createIdentity({ storage, randomBytes }: Pick<Platform, 'storage' | 'randomBytes'>) {
  const { values } = storage;
  const optOut = createPersistedValue(values, 'tracking-disabled');
  const userId = createPersistedValue(values, 'user-id');
  const pushToken = createPersistedValue(values, 'push-token');
  let installationId = '';

  return {
    optOut,
    userId,
    /** Kept until an event has been stored with it. */
    pushToken,
    /** UUID v4; empty until loaded. */
    installationId: () => installationId,
    async load(): Promise<void> {
      await Promise.all([optOut.load(), userId.load(), pushToken.load()]);
      const fresh = uuidV4(randomBytes);
      installationId = await values.setIfAbsent('installation-id', fresh, isUuidV4);
      if (isUuidV4(installationId)) return;
      // The storage does not replace a damaged one by itself.
      installationId = fresh;
      await values.set('installation-id', fresh);
    },
  };
}
