import { defineEntity, p } from '@mikro-orm/core';

/** A rule as it is stored; times are Unix ms. */
export interface StoredLinkRule {
  readonly when: {
    readonly platform?: string | undefined;
    readonly country?: string | undefined;
    readonly language?: string | undefined;
    readonly from?: number | undefined;
    readonly until?: number | undefined;
  };
  readonly url: string;
  readonly weight?: number | undefined;
}

/** A short link; its slug is unique on its host. */
export const Link = defineEntity({
  name: 'Link',
  tableName: 'links',
  properties: {
    id: p.uuid().primary(),
    customerId: p.uuid(),
    appId: p.uuid(),
    campaignId: p.uuid().nullable(),
    /** Null for the service's own host. */
    domainId: p.uuid().nullable(),
    slug: p.text(),
    fallbackUrl: p.text(),
    androidUrl: p.text().nullable(),
    iosUrl: p.text().nullable(),
    ussdFallback: p.text().nullable(),
    channel: p.text(),
    deepLinkPath: p.text().nullable(),
    deferredParams: p.json<Record<string, unknown>>(),
    active: p.boolean().default(true),
    /** Where some visitors go instead, in order; null for none. */
    rules: p.json<StoredLinkRule[]>().nullable(),
    expiresAt: p.datetime().nullable(),
    /** Where visitors go once it has expired or is used up. */
    expiredUrl: p.text().nullable(),
    maxClicks: p.integer().nullable(),
    /** The clicks that count towards `maxClicks`; null before the first. */
    clicksUsed: p.integer().nullable(),
    utm: p.json<Record<string, string>>().nullable(),
    tags: p.array().default([]),
    /** What its landing page and previews say; null: what the app has. */
    title: p.text().nullable(),
    description: p.text().nullable(),
    imageUrl: p.text().nullable(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
  },
});
