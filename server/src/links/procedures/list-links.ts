import { Link } from '@tributary/db/links/link.entity';
import { z } from 'zod';
import { optional, text, uuid } from '../../platform/http/procedures/argument-types.ts';
import { listPage, pageArguments, readPage } from '../../platform/http/procedures/list-page.ts';
import { accountProcedure } from '../../platform/http/procedures/procedure.ts';
import { type HostsOfLinks, hostsOfLinks } from '../hosts-of-links.ts';
import { tag } from './link-arguments.ts';
import { linkItem, toLinkItem } from './link-item.ts';

export const listLinks = accountProcedure
  .meta({
    tag: 'links',
    summary: 'List links',
    description:
      'Lists links of the apps of the caller’s teams, newest first, optionally of one app or ' +
      'campaign, with one id, with a tag, or with a text in its slug, its title or one of its URLs.',
    role: 'viewer',
    audited: false,
    fails: ['NOT_FOUND'],
    shows: ['p_limit'],
  })
  .input(
    z.strictObject({
      p_link_id: optional(uuid),
      p_app_id: optional(uuid),
      p_campaign_id: optional(uuid),
      p_tag: optional(tag),
      p_text: optional(text(300)),
      ...pageArguments,
    }),
  )
  .output(listPage(linkItem))
  .query(async ({ ctx, input }) => {
    const { em, access } = ctx;
    const narrowed = {
      customerId: access.accountId,
      appId: { $in: await access.visibleAppIds(input.p_app_id) },
      ...(input.p_link_id !== null && { id: input.p_link_id }),
      ...(input.p_campaign_id !== null && { campaignId: input.p_campaign_id }),
      ...(input.p_tag !== null && { tags: { $contains: [input.p_tag] } }),
      ...(input.p_text !== null && { $or: withText(input.p_text) }),
    };
    let hosts: HostsOfLinks = new Map();
    return readPage(
      'list_links',
      input,
      async ({ after, options }) => {
        const links = await em.find(Link, { $and: [narrowed, after] }, options);
        hosts = await hostsOfLinks(em, links);
        return links;
      },
      (link) => toLinkItem(link, ctx.services.config, hosts),
    );
  });

/** In any letter case; the text stands for itself alone. */
function withText(given: string) {
  const $ilike = `%${given.replace(/[\\%_]/g, '\\$&')}%`;
  const columns = ['slug', 'fallbackUrl', 'androidUrl', 'iosUrl', 'deepLinkPath', 'title'] as const;
  return columns.map((column) => ({ [column]: { $ilike } }));
}
