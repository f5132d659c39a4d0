import { randomUUID } from 'node:crypto';
import { LockMode } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { AuditEntry } from '@tributary/db/accounts/audit-entry.entity';
import { Domain } from '@tributary/db/links/domain.entity';
import { DAY_MS } from '../../../platform/values/day-ms.ts';
import type { DomainRecord } from '../domain-record.ts';
import type { ProofOutcome } from './find-proof.ts';

/** A domain whose proof nobody could look for is still trusted for this long. */
const TRUSTED_MS = 3 * DAY_MS;

/** A domain as it was when its proof was looked for. */
export interface LookedAt {
  readonly id: string;
  readonly proof: string;
}

/**
 * Records what a look at the proof of a domain found, in the caller's transaction: from its commit on, links are followed
 * on it, or no longer. Nothing where the domain was removed or added anew in the meantime.
 *
 * @param now Unix ms.
 */
export async function settleProof(
  em: EntityManager,
  { id, proof }: LookedAt,
  outcome: ProofOutcome,
  now: number,
): Promise<void> {
  const options = { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true } as const;
  const domain = await em.findOne(Domain, { id, proof, removedAt: null }, options);
  if (domain === null) return;
  const at = new Date(now);
  domain.checkedAt = at;
  domain.problem = outcome.kind === 'proven' ? null : outcome.problem;
  if (outcome.kind === 'proven') {
    domain.provenAt = at;
    domain.provenBy = outcome.by;
    domain.verifiedAt ??= at;
  } else if (domain.verifiedAt && (outcome.kind === 'missing' || isLongAgo(domain.provenAt, now))) {
    domain.verifiedAt = null;
    recordLoss(em, domain, at);
  }
  await em.flush();
}

function isLongAgo(provenAt: Date | null | undefined, now: number): boolean {
  return now - (provenAt?.getTime() ?? 0) >= TRUSTED_MS;
}

/** Nobody did this. */
function recordLoss(em: EntityManager, { id, customerId, host, problem }: DomainRecord, at: Date): void {
  em.create(AuditEntry, {
    id: randomUUID(),
    customerId,
    userId: null,
    action: 'domain_lost',
    targetType: 'domain',
    targetId: id,
    details: { host, problem },
    ip: null,
    requestId: null,
    createdAt: at,
  });
}
