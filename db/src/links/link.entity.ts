import { defineEntity, p } from '@mikro-orm/core';

/** A short link; its slug is unique across the service. */
export const Link = defineEntity({
  name: 'Link',
  tableName: 'links',
  properties: {
    id: p.uuid().primary(),
    customerId: p.uuid(),
    appId: p.uuid(),
    campaignId: p.uuid().nullable(),
    slug: p.text(),
    fallbackUrl: p.text(),
    androidUrl: p.text().nullable(),
    ussdFallback: p.text().nullable(),
    channel: p.text(),
    deepLinkPath: p.text().nullable(),
    deferredParams: p.json<Record<string, unknown>>(),
    active: p.boolean().default(true),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
  },
});
