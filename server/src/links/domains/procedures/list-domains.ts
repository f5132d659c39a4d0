import { Domain } from '@tributary/db/links/domain.entity';
import { z } from 'zod';
import { optional, uuid } from '../../../platform/http/procedures/argument-types.ts';
import { listPage, pageArguments, readPage } from '../../../platform/http/procedures/list-page.ts';
import { accountProcedure } from '../../../platform/http/procedures/procedure.ts';
import { domainItem, toDomainItem } from './domain-item.ts';

export const listDomains = accountProcedure
  .meta({
    tag: 'links',
    summary: 'List domains',
    description:
      'Lists the account’s domains, newest first, with what proves each, whether it is proven, and what an old service was ' +
      'asked. Needs the viewer role in any team.',
    role: 'viewer',
    audited: false,
    fails: [],
    shows: ['p_limit'],
  })
  .input(z.strictObject({ p_domain_id: optional(uuid), ...pageArguments }))
  .output(listPage(domainItem))
  .query(({ ctx: { em, access }, input }) => {
    const narrowed = {
      customerId: access.accountId,
      removedAt: null,
      ...(input.p_domain_id !== null && { id: input.p_domain_id }),
    };
    return readPage(
      'list_domains',
      input,
      ({ after, options }) => em.find(Domain, { $and: [narrowed, after] }, options),
      toDomainItem,
    );
  });
