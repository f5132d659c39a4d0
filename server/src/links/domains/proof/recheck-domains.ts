import type { MikroORM } from '@tributary/db/orm';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { startWorkLoop, type WorkLoop } from '../../../platform/jobs/work-loop.ts';
import { DAY_MS } from '../../../platform/values/day-ms.ts';
import { findProof } from './find-proof.ts';
import type { Outside } from './outside.ts';
import { settleProof } from './settle-proof.ts';

interface RecheckParts {
  readonly pool: Pool;
  readonly orm: MikroORM;
  readonly outside: Pick<Outside, 'findTxt' | 'files'>;
  readonly log: Logger;
  /** Unix ms. */
  readonly clock: () => number;
}

interface DueDomain {
  readonly id: string;
  readonly host: string;
  readonly proof: string;
  readonly proven_by: string | null;
}

const REST_MS = 60_000;
/** Looked at side by side. */
const AT_ONCE = 20;
/** One that lost its proof is looked at more often for a while, so that it is back soon after its record is. */
const LOST_AGAIN_MS = 600_000;
const LOST_FOR_MS = 7 * DAY_MS;

/**
 * Takes domains whose proof was last looked for a day ago: each is taken once, by whichever instance comes first. If that
 * one dies, the next look is a day later.
 */
const CLAIM = `
  update domains set checked_at = $1
  where id in (
    select id from domains
    where proven_at is not null and removed_at is null
      and checked_at <= case when verified_at is not null then $2::timestamptz
        when proven_at > $3 then $4::timestamptz else '-infinity' end
    order by checked_at
    limit ${AT_ONCE}
    for update skip locked)
  returning id, host, proof, proven_by`;

/** Looks at what is due once. @returns whether more may be due. */
export async function recheckDomains({ pool, orm, outside, log, clock }: RecheckParts): Promise<boolean> {
  const now = clock();
  const before = (ms: number) => new Date(now - ms).toISOString();
  const values = [before(0), before(DAY_MS), before(LOST_FOR_MS), before(LOST_AGAIN_MS)];
  const { rows } = await pool.query<DueDomain>({ name: 'claim-domains', text: CLAIM, values });
  const settled = rows.map(async ({ proven_by, ...domain }) => {
    const outcome = await findProof(outside, domain, proven_by);
    await orm.em.fork().transactional((em) => settleProof(em, domain, outcome, clock()));
    if (outcome.kind !== 'proven')
      log.warn({ host: domain.host, outcome }, 'a domain is not proven any more');
  });
  // Another account may have proven the host of one that was lost: that stays lost, and stops no other.
  for (const { status, ...rest } of await Promise.allSettled(settled))
    if (status === 'rejected')
      log.warn({ err: 'reason' in rest && rest.reason }, 'a domain was not looked at');
  return rows.length === AT_ONCE;
}

/** Looks at the proofs of domains daily. Any number may run, in any number of processes. */
export function startDomainChecks(parts: RecheckParts): WorkLoop {
  return startWorkLoop({
    work: () => recheckDomains(parts),
    restMs: REST_MS,
    onFailure: (err) => parts.log.warn({ err }, 'domains cannot be looked at; it will be tried again'),
  });
}
