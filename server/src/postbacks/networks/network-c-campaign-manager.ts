import { z } from 'zod';
import { toMoney } from '../../platform/values/money/money.ts';
import type { AdNetwork, PostbackFacts } from './ad-network.ts';
import { jsonRequest } from './parts/json-request.ts';
import { readJsonObject } from './parts/read-json-object.ts';
import { apiVersion, numericId } from './parts/setting-types.ts';

const settings = z.strictObject({
  profile_id: numericId,
  floodlight_configuration_id: numericId,
  floodlight_activity_id: numericId,
  api_version: apiVersion.optional(),
});

const DEFAULT_VERSION = 'v5';

/** Offline conversions of a floodlight activity, one a request. */
export const networkCCampaignManager: AdNetwork<z.output<typeof settings>> = {
  format: 'network_c_campaign_manager',
  origin: 'https://dfareporting.googleapis.com',
  needsCredential: true,
  defaultChannel: null,
  takesEveryInstall: false,
  settings,
  build({ facts, settings: given, credential, address }) {
    const who = identityOf(facts);
    if (who === null) {
      return {
        unsendable: 'neither an advertising id nor a gclid or dclid of the click is known, and one is needed',
      };
    }
    const conversion = {
      floodlightConfigurationId: given.floodlight_configuration_id,
      floodlightActivityId: given.floodlight_activity_id,
      ordinal: facts.deliveryId,
      timestampMicros: `${facts.happenedAt}000`,
      quantity: 1,
      value: worth(facts),
      ...(facts.consent?.ad_user_data === true && { adUserDataConsent: 'GRANTED' }),
      ...who,
    };
    const version = given.api_version ?? DEFAULT_VERSION;
    const path = `dfareporting/${version}/userprofiles/${given.profile_id}/conversions/batchinsert`;
    return jsonRequest(
      `${address}/${path}`,
      { conversions: [conversion] },
      { authorization: `Bearer ${credential}` },
    );
  },
  judge(body) {
    const answer = readJsonObject(body);
    if (answer === null) return 'transient';
    if (answer.hasFailures !== true) return 'sent';
    const codes = errorCodes(answer.status);
    return codes.length > 0 && codes.every((code) => PERMANENT_CODES.includes(code))
      ? 'permanent'
      : 'transient';
  },
};

/** Exactly one may be given: the click's own before the device's. */
function identityOf({ gclid, dclid, gaid }: PostbackFacts): object | null {
  if (gclid !== null) return { gclid };
  if (dclid !== null) return { dclid };
  return gaid === null ? null : { mobileDeviceId: gaid };
}

function worth({ amount, currency }: PostbackFacts): number {
  return amount === null ? 0 : toMoney(amount, currency);
}

const PERMANENT_CODES: readonly unknown[] = ['INVALID_ARGUMENT', 'PERMISSION_DENIED', 'NOT_FOUND'];

const failures = z.array(z.object({ errors: z.array(z.object({ code: z.string() })).default([]) }));

function errorCodes(status: unknown): string[] {
  const parsed = failures.safeParse(status);
  return parsed.success ? parsed.data.flatMap(({ errors }) => errors.map(({ code }) => code)) : [];
}
