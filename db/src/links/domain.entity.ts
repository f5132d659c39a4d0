import { defineEntity, p } from '@mikro-orm/core';

/** A host of an account's own for its links. */
export const Domain = defineEntity({
  name: 'Domain',
  tableName: 'domains',
  properties: {
    id: p.uuid().primary(),
    customerId: p.uuid(),
    /** In lower case, ASCII (Punycode), without a port; never changed. */
    host: p.text(),
    /** What a DNS record or a file of the host must say. */
    proof: p.text(),
    /** Whether new links are on it that name no domain; at most one of an account. */
    isDefault: p.boolean().default(false),
    /** Asked about paths that are not known here. */
    fallbackResolver: p.text().nullable(),
    /** Null while it is not proven: then it is no host of links. Of all accounts that claim a host, at most one has proven it. */
    verifiedAt: p.datetime().nullable(),
    /** When the proof was last seen. */
    provenAt: p.datetime().nullable(),
    /** Where it was seen: `txt` or `file`. */
    provenBy: p.text().nullable(),
    /** When the proof was last looked for. */
    checkedAt: p.datetime().nullable(),
    /** Why the proof was not found, the last time. */
    problem: p.text().nullable(),
    /** A removed domain stays while links are on it. */
    removedAt: p.datetime().nullable(),
    /** Unknown paths that `fallbackResolver` was asked about, and those that it knew. */
    fallbackAsked: p.bigint('number').default(0),
    fallbackFound: p.bigint('number').default(0),
    fallbackFoundAt: p.datetime().nullable(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
  },
});
