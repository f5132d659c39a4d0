import type { OutputOf } from '../../client/procedures.ts';

/** A campaign, as lists have it. */
export type Campaign = OutputOf<'list_campaigns'>['items'][number];
