import { z } from 'zod';
import type { AdNetwork } from './ad-network.ts';
import { appEvent } from './parts/app-event.ts';
import { jsonRequest } from './parts/json-request.ts';
import { readJsonObject } from './parts/read-json-object.ts';
import { eventName, networkId, testEventCode } from './parts/setting-types.ts';

const settings = z.strictObject({
  pixel_id: networkId,
  event_name: eventName,
  test_event_code: testEventCode,
});

/** Conversions API with one token, which its address carries. */
export const networkDConversions: AdNetwork<z.output<typeof settings>> = {
  format: 'network_d_conversions',
  origin: 'https://tr.snapchat.com',
  needsCredential: true,
  defaultChannel: null,
  takesEveryInstall: false,
  settings,
  build({ facts, settings: { pixel_id, event_name, test_event_code }, credential, address }) {
    const query = new URLSearchParams({ access_token: credential });
    return jsonRequest(`${address}/v3/${pixel_id}/events?${query}`, {
      data: [appEvent(facts, event_name, 'MOBILE_APP')],
      ...(facts.isTest && test_event_code !== undefined && { test_event_code }),
    });
  },
  judge(body) {
    const answer = readJsonObject(body);
    return answer === null || answer.error !== undefined ? 'transient' : 'sent';
  },
};
