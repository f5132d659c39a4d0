import type { EntityName, EventArgs } from '@mikro-orm/core';
import { Account } from '@tributary/db/accounts/account.entity';
import { App } from '@tributary/db/apps/app.entity';
import { Link } from '@tributary/db/links/link.entity';
import type { MikroORM } from '@tributary/db/orm';
import { type Change, type ChangeFeed, publishChange, publishedIn } from './change-feed.ts';

/**
 * Announces every change to a cached entity: to other instances as part of its transaction, and to this instance's
 * caches after the commit and before the committing code continues. So no procedure answers while a cache of its own
 * instance is still outdated.
 *
 * @param feed this instance's feed; a process without caches has none.
 */
export function announceChanges(orm: MikroORM, feed?: ChangeFeed): void {
  const events = orm.em.getEventManager();
  const announce = <T extends object>(name: EntityName<T>, toChange: (entity: T) => Change) => {
    const publish = ({ em, entity }: EventArgs<T>) => publishChange(em as typeof orm.em, toChange(entity));
    events.registerSubscriber({
      getSubscribedEntities: () => [name],
      afterUpdate: publish,
      afterDelete: publish,
    });
  };
  announce(Account, ({ id }) => ({ kind: 'account', id }));
  announce(App, ({ id }) => ({ kind: 'app', id }));
  announce(Link, ({ slug }) => ({ kind: 'link', slug }));
  events.registerSubscriber({
    afterTransactionCommit({ transaction }) {
      for (const change of publishedIn(transaction ?? {})) feed?.notify(change);
    },
  });
}
