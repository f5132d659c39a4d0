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

/** Writes down what an operator changed: no user, from the machine itself. */
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
