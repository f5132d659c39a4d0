import { defineEntity, p } from '@mikro-orm/core';

/** An account's application. `signingSecret` is the ciphertext of the secret that signs its events. */
export const App = defineEntity({
  name: 'App',
  tableName: 'apps',
  properties: {
    id: p.uuid().primary(),
    customerId: p.uuid(),
    teamId: p.uuid(),
    name: p.text(),
    bundleId: p.text(),
    platform: p.text().default('android'),
    active: p.boolean().default(true),
    deletedAt: p.datetime().nullable(),
    signingSecret: p.text(),
    settings: p.json<Record<string, unknown>>(),
    /** `both`, `payments` or `events`: what totals of revenue take. */
    revenueSource: p.text().default('both'),
    /** `standard` or `strict`. */
    privacyMode: p.text().default('standard'),
    iosBundleId: p.text().nullable(),
    iosTeamId: p.text().nullable(),
    /** The number in its App Store address. */
    appStoreId: p.text().nullable(),
    /** Tells App Store Connect whose campaign a visit belongs to. */
    appStoreProviderToken: p.text().nullable(),
    iosClipboard: p.boolean().default(false),
    /** What landing pages of its links say that have nothing of their own. */
    description: p.text().nullable(),
    imageUrl: p.text().nullable(),
    /** How often its matches by likeness are right, where it has adopted that; an earlier version stays in the audit log. */
    likenessTable: p
      .json<{ version: number; shares: { share: number; right: number }[] | null }>()
      .nullable(),
    createdAt: p.datetime(),
  },
});
