import type { InferEntity } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { App } from '@tributary/db/apps/app.entity';
import type { Link } from '@tributary/db/links/link.entity';
import type { Pool } from 'pg';
import type { Config } from '../../platform/settings/config.ts';
import { linkKey } from '../../platform/store/changes/link-key.ts';
import { readLinks } from '../follow/directory/link-reader.ts';
import { hostsOfLinks } from '../hosts-of-links.ts';
import { linkUrl } from '../link-url.ts';
import { createLimitedClicks } from '../rules/limited-clicks.ts';
import type { CheckedLink } from './checked-link.ts';

interface Parts {
  readonly em: EntityManager;
  readonly pool: Pool;
  readonly config: Config;
  /** Unix ms. */
  readonly clock: () => number;
}

/** All of a link that is looked at, as the database has it now; null where its app is gone. */
export async function readCheckedLink(
  { em, pool, config, clock }: Parts,
  link: InferEntity<typeof Link>,
): Promise<CheckedLink | null> {
  const app = await em.findOne(App, { id: link.appId, customerId: link.customerId, deletedAt: null });
  const key = linkKey(link.domainId, link.slug);
  const text = (await readLinks(pool, [key])).get(key);
  const host = (await hostsOfLinks(em, [link])).get(link.domainId ?? '') ?? null;
  if (app === null || text === undefined) return null;
  return {
    link,
    app,
    known: JSON.parse(text),
    url: linkUrl(config, link.slug, host),
    isOnDomain: host !== null,
    isUsedUp: link.maxClicks != null && (await createLimitedClicks(pool).isUsedUp(link.id)),
    now: clock(),
  };
}
