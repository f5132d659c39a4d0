import { UniqueConstraintViolationException } from '@mikro-orm/core';
import { Domain } from '@tributary/db/links/domain.entity';
import { z } from 'zod';
import { recordAudit } from '../../../accounts/audit/record-audit.ts';
import { AppError } from '../../../platform/errors/errors.ts';
import { type AccountContext, accountProcedure } from '../../../platform/http/procedures/procedure.ts';
import { hostName } from '../host-name.ts';
import { findProof, type ProofOutcome } from '../proof/find-proof.ts';
import { type LookedAt, settleProof } from '../proof/settle-proof.ts';
import { domainItem, toDomainItem } from './domain-item.ts';
import { findOwnDomain } from './find-own-domain.ts';

const TAKEN = 'p_host: another account has proven that the domain is its own';

export const verifyDomain = accountProcedure
  .meta({
    tag: 'links',
    summary: 'Verify a domain',
    description:
      'Looks for the proof of a domain: the DNS record, else the file. Where it is there, links of the account are followed ' +
      'on the domain from now on, in every instance; it is looked for again daily. 409 while it is not there, with what was ' +
      'found instead, and while another account has proven the domain. Needs the developer role in any team. Limited to 20 ' +
      'a minute per account.',
    role: 'developer',
    audited: true,
    fails: ['NOT_FOUND', 'CONFLICT', 'RATE_LIMIT'],
  })
  .input(z.strictObject({ p_host: hostName }))
  .output(domainItem)
  .mutation(async ({ ctx, input }) => {
    ctx.access.requireAnywhere('developer');
    const { services, access } = ctx;
    const domain = await findOwnDomain(ctx.em, access.accountId, input.p_host);
    await services.limits.domainChecksPerAccount.consume(access.accountId);
    const { id, host, proof, provenBy } = domain;
    const outcome = await findProof(services.outside, { host, proof }, provenBy ?? null);
    if (outcome.kind === 'proven') await makeRoom(ctx, host, outcome);
    await settle(ctx, { id, proof }, outcome);
    await services.changes.heardEverywhere(services.workPool);
    if (outcome.kind !== 'proven')
      throw new AppError('CONFLICT', `p_host: is not proven: ${outcome.problem}`);
    return toDomainItem(await ctx.em.findOneOrFail(Domain, { id }, { refresh: true }));
  });

/**
 * Another account that has proven the host keeps it while its own proof is there. A file that only this service still
 * serves for it gives way to a DNS record: that is the word of whoever has the host now.
 *
 * @throws AppError CONFLICT
 */
async function makeRoom(
  { em, access, services }: AccountContext,
  host: string,
  found: ProofOutcome & { kind: 'proven' },
): Promise<void> {
  const other = await em.findOne(Domain, {
    host,
    verifiedAt: { $ne: null },
    customerId: { $ne: access.accountId },
  });
  if (!other) return;
  const { id, proof, provenBy } = other;
  const outcome = await findProof(services.outside, { host, proof }, provenBy ?? null);
  const givesWay = outcome.kind === 'proven' && outcome.isCopy && found.by === 'txt';
  if (outcome.kind !== 'missing' && !givesWay) throw new AppError('CONFLICT', TAKEN);
  const problem = outcome.kind === 'missing' ? outcome.problem : 'the host has the proof of another account';
  await em.transactional((tx) =>
    settleProof(tx, { id, proof }, { kind: 'missing', problem }, services.clock()),
  );
}

async function settle(ctx: AccountContext, domain: LookedAt, outcome: ProofOutcome): Promise<void> {
  try {
    await ctx.em.transactional(async (em) => {
      await settleProof(em, domain, outcome, ctx.services.clock());
      if (outcome.kind !== 'proven') return;
      recordAudit(em, ctx, {
        customerId: ctx.access.accountId,
        action: 'verify_domain',
        targetType: 'domain',
        targetId: domain.id,
        details: { by: outcome.by },
      });
    });
  } catch (error) {
    // Another account was quicker.
    if (error instanceof UniqueConstraintViolationException) throw new AppError('CONFLICT', TAKEN);
    throw error;
  }
}
