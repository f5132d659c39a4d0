import { Domain } from '@tributary/db/links/domain.entity';
import { z } from 'zod';
import { recordAudit } from '../../../accounts/audit/record-audit.ts';
import { lockAccountExclusively } from '../../../platform/auth/access/lock-account.ts';
import { AppError } from '../../../platform/errors/errors.ts';
import { optional } from '../../../platform/http/procedures/argument-types.ts';
import { accountProcedure } from '../../../platform/http/procedures/procedure.ts';
import { removable } from '../../../platform/http/procedures/removable.ts';
import { hostName } from '../host-name.ts';
import { domainItem, toDomainItem } from './domain-item.ts';
import { checkedResolver, fallbackResolver } from './fallback-resolver.ts';
import { findOwnDomain } from './find-own-domain.ts';

export const updateDomain = accountProcedure
  .meta({
    tag: 'links',
    summary: 'Change a domain',
    description:
      'Makes a verified domain the one that new links are on (`p_is_default`; false: the service’s own host), and says ' +
      'which service is asked about paths that are not known here ("" for none). Null leaves a value unchanged. Returns ' +
      'the domain, once every instance has confirmed the change, or after 10 s. Needs the developer role in any team; 409 ' +
      'while the domain is not verified.',
    role: 'developer',
    audited: true,
    fails: ['NOT_FOUND', 'CONFLICT'],
    shows: ['p_is_default'],
  })
  .input(
    z.strictObject({
      p_host: hostName,
      p_is_default: optional(z.boolean('must be true or false')),
      p_fallback_resolver: removable(fallbackResolver),
    }),
  )
  .output(domainItem)
  .mutation(async ({ ctx, input }) => {
    const { services } = ctx;
    const { p_host: host, p_is_default: isDefault, p_fallback_resolver: resolver } = input;
    const item = await lockAccountExclusively(ctx, async (em, access) => {
      access.requireAnywhere('developer');
      const domain = await findOwnDomain(em, access.accountId, host);
      if (!domain.verifiedAt) throw new AppError('CONFLICT', 'p_host: the domain is not verified');
      const others = { customerId: access.accountId, id: { $ne: domain.id } };
      if (isDefault) await em.nativeUpdate(Domain, others, { isDefault: false });
      const changes = {
        ...(isDefault !== null && { isDefault }),
        ...(resolver !== null && {
          fallbackResolver: resolver === '' ? null : checkedResolver(services, host, resolver),
        }),
      };
      em.assign(domain, { ...changes, updatedAt: new Date(services.clock()) });
      recordAudit(em, ctx, {
        customerId: access.accountId,
        action: 'update_domain',
        targetType: 'domain',
        targetId: domain.id,
        details: { host, ...changes },
      });
      await em.flush();
      return toDomainItem(domain);
    });
    await services.changes.heardEverywhere(services.workPool);
    return item;
  });
