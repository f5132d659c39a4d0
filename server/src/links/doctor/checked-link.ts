import type { InferEntity } from '@mikro-orm/core';
import type { App } from '@tributary/db/apps/app.entity';
import type { Link } from '@tributary/db/links/link.entity';
import type { KnownLink } from '../follow/directory/known-link.ts';

/** A link, whose page is looked at, with its app. */
export interface CheckedLink {
  readonly link: InferEntity<typeof Link>;
  readonly app: InferEntity<typeof App>;
  /** As visitors follow it. */
  readonly known: KnownLink;
  /** The link's own address. */
  readonly url: string;
  /** On a domain of its account; else on the service's own host. */
  readonly isOnDomain: boolean;
  readonly isUsedUp: boolean;
  /** Unix ms. */
  readonly now: number;
}
