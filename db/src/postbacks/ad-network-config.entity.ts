import { defineEntity, p } from '@mikro-orm/core';

/**
 * What an ad network is sent, of one app or, without one, of all apps of the account. `credential` and `signingSecret`
 * are ciphertexts.
 */
export const AdNetworkConfig = defineEntity({
  name: 'AdNetworkConfig',
  tableName: 'ad_network_configs',
  properties: {
    id: p.uuid().primary(),
    customerId: p.uuid(),
    appId: p.uuid().nullable(),
    postbackFormat: p.text(),
    channel: p.text().nullable(),
    eventTypes: p.array(),
    postbackUrl: p.text().nullable(),
    settings: p.json<Record<string, unknown>>(),
    label: p.text().nullable(),
    credential: p.text().nullable(),
    signingSecret: p.text().nullable(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
  },
});
