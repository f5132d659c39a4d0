import { SESSION_MS } from '../config/session-ms.ts';
import { parseObject } from '../parsing/parse-object.ts';
import { toJson } from '../parsing/to-json.ts';
import type { KeyValueStore, Platform } from '../platform/platform.ts';
import { type KnownKey, parseResolvedKey } from './parse-resolved-key.ts';

export interface KeptKeyParts {
  platform: Pick<Platform, 'clock' | 'isShortLived'>;
  values: KeyValueStore;
  /** The queue's name. */
  name: string;
}

/** The key as it is stored, for the next start, and on web pages for the other pages of the session too. */
export function createKeptKey({ platform: { clock, isShortLived }, values, name }: KeptKeyParts) {
  const storageKey = `${name}.key`;
  return {
    /** The key, and for how many ms nobody need ask, whether there is one or not. */
    async read() {
      const text = await values.get(storageKey);
      const left = (parseObject(text)?.until as number) - clock.now();
      // More than a session is of a clock that was set back.
      const msLeft = isShortLived && left <= SESSION_MS ? left : 0;
      return { kept: parseResolvedKey(text), msLeft };
    },
    keep(key: KnownKey | undefined, ms: number): void {
      void values.set(storageKey, toJson({ ...key, until: clock.now() + Math.min(ms, SESSION_MS) }));
    },
    remove: () => values.remove(storageKey),
  };
}
