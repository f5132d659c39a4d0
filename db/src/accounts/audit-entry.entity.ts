import { defineEntity, p } from '@mikro-orm/core';

/** One change to an account's state: who, what, when and from where. Never contains a secret. */
export const AuditEntry = defineEntity({
  name: 'AuditEntry',
  tableName: 'audit_log',
  properties: {
    id: p.uuid().primary(),
    customerId: p.uuid(),
    userId: p.uuid().nullable(),
    action: p.text(),
    targetType: p.text().nullable(),
    targetId: p.uuid().nullable(),
    details: p.json<Record<string, unknown>>(),
    ip: p.text().nullable(),
    requestId: p.text().nullable(),
    createdAt: p.datetime().fieldName('happened_at'),
  },
});
