import { z } from 'zod';
import type { AdNetwork, NetworkVerdict, PostbackFacts } from './ad-network.ts';
import { appEvent } from './parts/app-event.ts';
import { jsonRequest } from './parts/json-request.ts';
import { readJsonObject } from './parts/read-json-object.ts';
import { apiVersion, eventName, networkId, testEventCode } from './parts/setting-types.ts';

const settings = z.strictObject({
  dataset_id: networkId,
  api_version: apiVersion,
  event_name: eventName,
  test_event_code: testEventCode,
});

/** Conversions API of a dataset; a messaging app's ads go through it as well, with their own event names. */
export const networkAConversions: AdNetwork<z.output<typeof settings>> = {
  format: 'network_a_conversions',
  origin: 'https://graph.facebook.com',
  needsCredential: true,
  defaultChannel: 'social_a',
  takesEveryInstall: false,
  settings,
  build: ({ facts, settings: { api_version, dataset_id, event_name, test_event_code }, ...given }) =>
    jsonRequest(`${given.address}/${api_version}/${dataset_id}/events`, {
      data: [{ ...appEvent(facts, event_name, 'app'), ...dataProcessing(facts) }],
      ...(facts.isTest && test_event_code !== undefined && { test_event_code }),
      access_token: given.credential,
    }),
  judge(body) {
    const answer = readJsonObject(body);
    if (answer?.error !== undefined) return judgeError(answer.error);
    return Number(answer?.events_received) >= 1 ? 'sent' : 'transient';
  },
};

/** Limited use where the user does not agree to personalised ads; explicitly none where they do. */
function dataProcessing({ consent }: PostbackFacts): object {
  if (consent?.ad_personalization === undefined) return {};
  if (consent.ad_personalization) return { data_processing_options: [] };
  return {
    data_processing_options: ['LDU'],
    data_processing_options_country: 0,
    data_processing_options_state: 0,
  };
}

/** Wrong parameters, a token that is not valid, a permission that is missing. Anything else may pass. */
const PERMANENT_CODES: readonly unknown[] = [100, 190, 200];

function judgeError(error: unknown): NetworkVerdict {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
  return PERMANENT_CODES.includes(code) ? 'permanent' : 'transient';
}
