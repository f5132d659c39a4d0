import { uuidV4 } from '../ids/uuid.ts';
import type { Platform } from '../platform/platform.ts';
import { createRememberedValue } from './remembered-value.ts';

/** What the SDK remembers of the installation and the person using it. */
export type Identity = ReturnType<typeof createIdentity>;

/** Shared by all keys that are used with one storage: there is one installation and one person. */
export function createIdentity({ storage, randomBytes }: Pick<Platform, 'storage' | 'randomBytes'>) {
  const { values } = storage;
  const optOut = createRememberedValue(values, 'tracking-disabled');
  const userId = createRememberedValue(values, 'user-id');
  const pushToken = createRememberedValue(values, 'push-token');
  let installationId = '';

  return {
    optOut,
    userId,
    /** Waits for the next event, which takes it along. */
    pushToken,
    /** UUID v4; known once loaded. */
    installationId: () => installationId,
    async load(): Promise<void> {
      await Promise.all([optOut.load(), userId.load(), pushToken.load()]);
      installationId = await values.setIfAbsent('installation-id', uuidV4(randomBytes));
    },
  };
}
