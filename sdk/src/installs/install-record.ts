import type { EventFacts } from '../events/pending-event.ts';
import { parseDeepLink } from '../parsing/parse-deep-link.ts';
import { parseObject } from '../parsing/parse-object.ts';
import { toJson } from '../parsing/to-json.ts';
import type { KeyValueStore } from '../platform/platform.ts';

/** The first install event of this installation; `done` once its deferred deep link is settled. */
export interface Install {
  eventId: string;
  clickId?: string;
  done: boolean;
}

/** Where the install is stored, as one small value. */
export interface InstallStore {
  values: KeyValueStore;
  /** The queue's name. */
  name: string;
}

/** The first install of this installation; undefined before it. */
export async function readInstall({ values, name }: InstallStore): Promise<Install | undefined> {
  return parseObject(await values.get(`${name}.install`)) as Install | undefined;
}

/** Stores the event if it is the first install. */
export async function noteInstall({ values, name }: InstallStore, facts: EventFacts): Promise<void> {
  if (facts.event_type !== 'install') return;
  const clickId = facts.click_id ?? parseDeepLink(facts.referrer ?? '').clickId;
  const install = { eventId: facts.event_id, done: false, clickId };
  await values.setIfAbsent(`${name}.install`, toJson(install));
}

/** Notes that what the install led to is known, so that it is not asked for again. */
export function settleInstall({ values, name }: InstallStore, install: Install): Promise<void> {
  return values.set(`${name}.install`, toJson({ ...install, done: true }));
}
