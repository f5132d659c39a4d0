import { z } from 'zod';
import type { AdNetwork, PostbackFacts } from './ad-network.ts';
import { hashedId } from './parts/hashed-id.ts';
import { jsonRequest } from './parts/json-request.ts';
import { moneyMembers } from './parts/money-members.ts';
import { readJsonObject } from './parts/read-json-object.ts';
import { seconds } from './parts/seconds.ts';
import { type EventName, eventName, nameOf, networkId, testEventCode } from './parts/setting-types.ts';

const settings = z.strictObject({
  event_source_id: networkId,
  event_name: eventName,
  test_event_code: testEventCode,
});

/** Events API of an app. */
export const networkEEvents: AdNetwork<z.output<typeof settings>> = {
  format: 'network_e_events',
  origin: 'https://business-api.tiktok.com',
  needsCredential: true,
  defaultChannel: 'social_b',
  takesEveryInstall: false,
  settings,
  build: ({ facts, settings: { event_source_id, event_name, test_event_code }, credential, address }) =>
    jsonRequest(
      `${address}/open_api/v1.3/event/track/`,
      {
        event_source: 'app',
        event_source_id,
        ...(facts.isTest && test_event_code !== undefined && { test_event_code }),
        data: [event(facts, event_name)],
      },
      { 'access-token': credential },
    ),
  /** 200 is how it says that it has read the request; the code says what became of it. */
  judge(body) {
    const code = readJsonObject(body)?.code;
    if (code === 0) return 'sent';
    return PERMANENT_CODES.includes(code) ? 'permanent' : 'transient';
  },
};

/** A token without permission, a parameter that is wrong, an account that may not. */
const PERMANENT_CODES: readonly unknown[] = [40001, 40002, 40105];

function event(facts: PostbackFacts, eventName: EventName): object {
  const { gaid, userId, userAgent, bundleId, appVersion } = facts;
  return {
    event: nameOf(eventName, facts.eventType),
    event_time: seconds(facts.happenedAt),
    event_id: facts.deliveryId,
    user: {
      ...(gaid !== null && { gaid }),
      ...(userId !== null && { external_id: hashedId(userId) }),
      ...(userAgent !== null && { user_agent: userAgent }),
    },
    properties: moneyMembers(facts),
    app: { app_id: bundleId, ...(appVersion !== null && { app_version: appVersion }) },
  };
}
