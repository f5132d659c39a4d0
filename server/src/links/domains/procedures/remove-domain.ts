import { z } from 'zod';
import { recordAudit } from '../../../accounts/audit/record-audit.ts';
import { lockAccountExclusively } from '../../../platform/auth/access/lock-account.ts';
import { accountProcedure } from '../../../platform/http/procedures/procedure.ts';
import { hostName } from '../host-name.ts';
import { findOwnDomain } from './find-own-domain.ts';

const HAS_LINKS = 'select 1 from links where domain_id = ? limit 1';

export const removeDomain = accountProcedure
  .meta({
    tag: 'links',
    summary: 'Remove a domain',
    description:
      'Removes a domain: from now on it is an unknown host, in every instance. Links on it stay in the lists and lead ' +
      'nowhere, until the account has added and verified the domain anew or `update_link` has moved them elsewhere. Answers ' +
      'once every instance has confirmed it, or after 10 s. Needs the developer role in any team.',
    role: 'developer',
    audited: true,
    fails: ['NOT_FOUND'],
  })
  .input(z.strictObject({ p_host: hostName }))
  .output(z.void())
  .mutation(async ({ ctx, input }) => {
    const { services } = ctx;
    await lockAccountExclusively(ctx, async (em, access) => {
      access.requireAnywhere('developer');
      const domain = await findOwnDomain(em, access.accountId, input.p_host);
      const now = new Date(services.clock());
      recordAudit(em, ctx, {
        customerId: access.accountId,
        action: 'remove_domain',
        targetType: 'domain',
        targetId: domain.id,
        details: { host: domain.host },
      });
      const links = await em.execute(HAS_LINKS, [domain.id]);
      if (links.length === 0) em.remove(domain);
      else
        em.assign(domain, {
          removedAt: now,
          verifiedAt: null,
          isDefault: false,
          fallbackResolver: null,
          updatedAt: now,
        });
      await em.flush();
    });
    await services.changes.heardEverywhere(services.workPool);
  });
