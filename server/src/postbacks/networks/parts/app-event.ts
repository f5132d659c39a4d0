import type { PostbackFacts } from '../ad-network.ts';
import { hashedId } from './hashed-id.ts';
import { moneyMembers } from './money-members.ts';
import { seconds } from './seconds.ts';
import { type EventName, nameOf } from './setting-types.ts';

/** Entries that `extinfo` has; those that are not known are empty. */
const EXTINFO_ENTRIES = 16;

/** One event of an app, as network_a and the formats that follow it take it. */
export function appEvent(facts: PostbackFacts, eventName: EventName, actionSource: string): object {
  const money = moneyMembers(facts);
  return {
    event_name: nameOf(eventName, facts.eventType),
    event_time: seconds(facts.happenedAt),
    event_id: facts.deliveryId,
    action_source: actionSource,
    user_data: {
      ...(facts.gaid !== null && { madid: facts.gaid }),
      ...(facts.userId !== null && { external_id: [hashedId(facts.userId)] }),
    },
    app_data: {
      // Without an advertising id the person has limited ad tracking, or nothing is known of it.
      advertiser_tracking_enabled: facts.gaid === null ? 0 : 1,
      application_tracking_enabled: 1,
      extinfo: extinfo(facts),
    },
    ...(money.currency !== undefined && { custom_data: money }),
  };
}

/** Android, its package, the app's short and long version, that of the system and the model come first. */
function extinfo({ bundleId, appVersion, osVersion, deviceModel }: PostbackFacts): string[] {
  const known = ['a2', bundleId, appVersion ?? '', appVersion ?? '', osVersion ?? '', deviceModel ?? ''];
  return [...known, ...Array<string>(EXTINFO_ENTRIES - known.length).fill('')];
}
