import { parseDeepLink } from '../deep-links/parse-deep-link.ts';
import { parseObject } from '../parse-object.ts';
import type { KeyValueStore } from '../platform/platform.ts';
import type { EventFacts } from '../tracking/pending-event.ts';

/** The first install event of this installation; `done` once its deferred deep link is settled. */
export interface Install {
  eventId: string;
  clickId?: string;
  done: boolean;
}

/** Where the install is stored. */
export interface InstallRecord {
  read(): Promise<Install | undefined>;
  /** Stores the event if it is the first install. */
  note(facts: EventFacts): Promise<void>;
  settle(install: Install): Promise<void>;
}

/** It is one small value. */
export function createInstallRecord(values: KeyValueStore, key: string): InstallRecord {
  return {
    read: async () => parseObject((await values.get(key)) ?? '') as Install | undefined,
    async note(facts) {
      if (facts.event_type !== 'install') return;
      const clickId = facts.click_id ?? parseDeepLink(facts.referrer ?? '').clickId;
      const install: Install = { eventId: facts.event_id, done: false, ...(clickId && { clickId }) };
      await values.setIfAbsent(key, JSON.stringify(install));
    },
    settle: (install) => values.set(key, JSON.stringify({ ...install, done: true })),
  };
}
