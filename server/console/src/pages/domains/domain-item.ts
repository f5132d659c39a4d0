import type { OutputOf } from '../../client/procedures.ts';

/** A domain, as it is listed. */
export type DomainItem = OutputOf<'list_domains'>['items'][number];
