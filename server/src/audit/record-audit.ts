import { randomUUID } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { AuditEntry } from '@tributary/db/accounts/audit-entry.entity';
import type { Session } from '../session/read-session.ts';

/** Who did it and from where, as the request knows. */
export interface Actor {
  readonly services: { readonly clock: () => number };
  readonly session: Pick<Session, 'userId' | 'accessToken'>;
  readonly clientAddress: string;
  readonly requestId: string;
}

export interface AuditedChange {
  customerId: string;
  /** The procedure's name, or what an operator did. */
  action: string;
  targetType?: string;
  targetId?: string;
  /** What changed. Never a secret. */
  details?: Record<string, unknown>;
}

/** Writes down a change of an account's state with the transaction that makes it: flush or commit stores both. */
export function recordAudit(em: EntityManager, actor: Actor, change: AuditedChange): void {
  em.create(AuditEntry, {
    id: randomUUID(),
    customerId: change.customerId,
    userId: actor.session.userId,
    action: change.action,
    targetType: change.targetType ?? null,
    targetId: change.targetId ?? null,
    details: {
      ...change.details,
      ...(actor.session.accessToken && { access_token_id: actor.session.accessToken.id }),
    },
    ip: actor.clientAddress,
    requestId: actor.requestId,
    createdAt: new Date(actor.services.clock()),
  });
}
