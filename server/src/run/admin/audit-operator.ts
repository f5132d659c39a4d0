import { randomUUID } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { AuditEntry } from '@tributary/db/accounts/audit-entry.entity';

interface OperatorChange {
  customerId: string;
  action: string;
  targetType: string;
  targetId: string;
  details?: Record<string, unknown>;
}

/** Records an operator's change in the audit log, without a user or an address. */
export function auditOperator(em: EntityManager, clock: () => number, change: OperatorChange): void {
  em.create(AuditEntry, {
    id: randomUUID(),
    details: {},
    ...change,
    userId: null,
    ip: null,
    requestId: null,
    createdAt: new Date(clock()),
  });
}
