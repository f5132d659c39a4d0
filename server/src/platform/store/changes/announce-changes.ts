import type { EntityName, EventArgs } from '@mikro-orm/core';
import { Account } from '@tributary/db/accounts/account.entity';
import { App } from '@tributary/db/apps/app.entity';
import { Domain } from '@tributary/db/links/domain.entity';
import { Link } from '@tributary/db/links/link.entity';
import type { MikroORM } from '@tributary/db/orm';
import { type Change, type ChangeFeed, publishChange, publishedIn } from './change-feed.ts';
import { linkKey } from './link-key.ts';

interface LinkName {
  readonly id: string;
  readonly slug: string;
  readonly domainId?: string | null | undefined;
}

/**
 * Announces every change to a cached entity: to other instances as part of its transaction, and to this instance's
 * caches after the commit and before the committing code continues. So no procedure answers while a cache of its own
 * instance is still outdated.
 *
 * @param feed this instance's feed; a process without caches has none.
 */
export function announceChanges(orm: MikroORM, feed?: ChangeFeed): void {
  const events = orm.em.getEventManager();
  const announce = <T extends object>(
    name: EntityName<T>,
    toChanges: (entity: T, args: EventArgs<T>) => Change[] | Promise<Change[]>,
  ) => {
    const publish = async (args: EventArgs<T>) => {
      for (const change of await toChanges(args.entity, args))
        await publishChange(args.em as typeof orm.em, change);
    };
    events.registerSubscriber({
      getSubscribedEntities: () => [name],
      afterUpdate: publish,
      afterDelete: publish,
    });
  };
  announce(Account, ({ id }) => [{ kind: 'account', id }]);
  announce(App, ({ id }) => [{ kind: 'app', id }]);
  announce(Domain, ({ host }) => [{ kind: 'domain', host }]);
  announce(Link, async (link, { em, changeSet }) => {
    const before = changeSet?.originalEntity as LinkName | undefined;
    const keys = new Set([linkKey(link.domainId, link.slug), linkKey(before?.domainId, link.slug)]);
    // Only links of a domain can have paths from elsewhere, and lose them where they leave it.
    const isOnDomain = link.domainId || before?.domainId;
    for (const key of isOnDomain ? await oldPathsOf(em as typeof orm.em, link.id) : []) keys.add(key);
    return [...keys].map((key) => ({ kind: 'link', key }));
  });
  events.registerSubscriber({
    afterTransactionCommit({ transaction }) {
      for (const change of publishedIn(transaction ?? {})) feed?.notify(change);
    },
  });
}

async function oldPathsOf(em: MikroORM['em'], id: string): Promise<string[]> {
  const rows = await em.execute<{ key: string }[]>(
    'select domain_id || path as key from link_paths where link_id = ?',
    [id],
  );
  return rows.map(({ key }) => key);
}
