import type { OutputOf } from '../../client/procedures.ts';

/** A link, as lists have it. */
export type LinkItem = OutputOf<'list_links'>['items'][number];
