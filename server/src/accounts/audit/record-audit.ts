import { randomUUID } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { AuditEntry } from '@tributary/db/accounts/audit-entry.entity';
import type { Session } from '../../platform/auth/session/read-session.ts';

/** The user of the request and their address. */
export interface Actor {
  readonly services: { readonly clock: () => number };
  readonly session: Pick<Session, 'userId' | 'accessToken'>;
  readonly clientAddress: string;
  readonly requestId: string;
}

export interface AuditedChange {
  customerId: string;
  /** The procedure's name, or the operator's action. */
  action: string;
  targetType?: string;
  targetId?: string;
  /** What changed. Never a secret. */
  details?: Record<string, unknown>;
}

/** Records a change to an account in the same transaction as the change: flush or commit stores both. */
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
