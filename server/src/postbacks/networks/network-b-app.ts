import { z } from 'zod';
import { VERSION } from '../../platform/settings/version.ts';
import { toMoney } from '../../platform/values/money/money.ts';
import type { AdNetwork, PostbackFacts } from './ad-network.ts';
import { readJsonObject } from './parts/read-json-object.ts';
import { networkId } from './parts/setting-types.ts';

const settings = z.strictObject({ link_id: networkId });

const NAMES_OF_TYPES = { install: 'first_open', purchase: 'in_app_purchase' } as const;
const NO_DEVICE = '00000000-0000-0000-0000-000000000000';

/** App conversions, sent as query parameters. The network does its own attribution, so it receives every install. */
export const networkBApp: AdNetwork<z.output<typeof settings>> = {
  format: 'network_b_app',
  origin: 'https://www.googleadservices.com',
  needsCredential: true,
  defaultChannel: null,
  takesEveryInstall: true,
  settings,
  build({ facts, settings: { link_id }, credential, address }) {
    if (facts.gaid === null)
      return { unsendable: 'the device has no advertising id, which the network needs' };
    const query = new URLSearchParams({ dev_token: credential, link_id, ...queryOf(facts, facts.gaid) });
    return {
      url: `${address}/pagead/conversion/app/1.0?${query}`,
      headers: {
        'user-agent': userAgentOf(facts),
        ...(facts.networkAddress !== null && { 'x-forwarded-for': facts.networkAddress }),
      },
      body: '',
    };
  },
  /** `attributed: false` is an answer as good as any: the install came from elsewhere. */
  judge(body) {
    const answer = readJsonObject(body);
    if (answer === null) return 'transient';
    return Array.isArray(answer.errors) && answer.errors.length > 0 ? 'permanent' : 'sent';
  },
};

function queryOf(facts: PostbackFacts, gaid: string): Record<string, string> {
  const { amount, currency, referrerGclid } = facts;
  return {
    app_event_type: NAMES_OF_TYPES[facts.eventType],
    rdid: gaid,
    id_type: 'advertisingid',
    lat: gaid === NO_DEVICE ? '1' : '0',
    app_version: facts.appVersion ?? '',
    os_version: facts.osVersion ?? '',
    sdk_version: facts.sdkVersion ?? '',
    timestamp: `${(facts.happenedAt / 1000).toFixed(3)}000`,
    ...(amount !== null && currency !== null && { value: plain(amount, currency), currency_code: currency }),
    ...(referrerGclid !== null && { market_referrer_gclid: referrerGclid }),
    ...Object.fromEntries(
      Object.entries(facts.consent ?? {}).map(([name, said]) => [name, said ? '1' : '0']),
    ),
  };
}

function plain(amount: string, currency: string): string {
  return JSON.stringify(toMoney(amount, currency));
}

/** The device's own, or as much of one as is known of it. */
function userAgentOf({ userAgent, osVersion, deviceModel }: PostbackFacts): string {
  const made = `Tributary/${VERSION} (Android ${osVersion ?? ''}; ; ${deviceModel ?? ''}; ; Proxy)`;
  return (userAgent ?? made).replaceAll(/[^\x20-\x7e]/g, '?').slice(0, 500);
}
