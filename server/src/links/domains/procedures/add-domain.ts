import { randomUUID } from 'node:crypto';
import { Domain } from '@tributary/db/links/domain.entity';
import { z } from 'zod';
import { recordAudit } from '../../../accounts/audit/record-audit.ts';
import { lockAccountExclusively } from '../../../platform/auth/access/lock-account.ts';
import { AppError } from '../../../platform/errors/errors.ts';
import { optional } from '../../../platform/http/procedures/argument-types.ts';
import { accountProcedure } from '../../../platform/http/procedures/procedure.ts';
import { hostName } from '../host-name.ts';
import { newProof } from '../proof/domain-proof.ts';
import { domainItem, toDomainItem } from './domain-item.ts';
import { checkedResolver, fallbackResolver } from './fallback-resolver.ts';

/** Of one account: each is looked at daily. */
const MAX_DOMAINS = 500;

export const addDomain = accountProcedure
  .meta({
    tag: 'links',
    summary: 'Add a domain for links',
    description:
      'Adds a host for the account’s links and answers what proves that it is the account’s: a DNS record of type TXT ' +
      '(`txt`), or a file (`file`). Once one of them is there, call `verify_domain`. An account has up to 500 domains. ' +
      'Needs the developer role in any team; 409 where the account has the domain already.',
    role: 'developer',
    audited: true,
    fails: ['CONFLICT'],
  })
  .input(z.strictObject({ p_host: hostName, p_fallback_resolver: optional(fallbackResolver) }))
  .output(domainItem)
  .mutation(({ ctx, input }) =>
    lockAccountExclusively(ctx, async (em, access) => {
      access.requireAnywhere('developer');
      const { services } = ctx;
      const customerId = access.accountId;
      const { p_host: host, p_fallback_resolver: resolver } = input;
      if (services.hosts.isOwn(host))
        throw new AppError('VALIDATION_ERROR', 'p_host: is the service’s own host');
      const now = new Date(services.clock());
      const fresh = {
        proof: newProof(),
        fallbackResolver: resolver === null ? null : checkedResolver(services, host, resolver),
        createdAt: now,
        updatedAt: now,
      };
      const known = await em.findOne(Domain, { customerId, host });
      if (known && !known.removedAt) throw new AppError('CONFLICT', 'p_host: the account has this domain');
      if ((await em.count(Domain, { customerId, removedAt: null })) >= MAX_DOMAINS)
        throw new AppError('CONFLICT', `p_host: the account has ${MAX_DOMAINS} domains`);
      // The links of one that was removed are still there, and are followed again once it is proven anew.
      const domain = known
        ? em.assign(known, { ...fresh, removedAt: null, checkedAt: null, provenAt: null, problem: null })
        : em.create(Domain, { id: randomUUID(), customerId, host, ...fresh });
      recordAudit(em, ctx, {
        customerId,
        action: 'add_domain',
        targetType: 'domain',
        targetId: domain.id,
        details: { host, fallback_resolver: fresh.fallbackResolver },
      });
      await em.flush();
      return toDomainItem(domain);
    }),
  );
