import { defineEntity, p } from '@mikro-orm/core';

/** An SDK key, stored only as the SHA-256 hash of its text. */
export const ApiKey = defineEntity({
  name: 'ApiKey',
  tableName: 'api_keys',
  properties: {
    id: p.uuid().primary(),
    customerId: p.uuid(),
    appId: p.uuid(),
    label: p.text(),
    keyHash: p.type(Buffer).columnType('bytea'),
    createdBy: p.uuid().nullable(),
    createdAt: p.datetime(),
    revokedAt: p.datetime().nullable(),
  },
});
