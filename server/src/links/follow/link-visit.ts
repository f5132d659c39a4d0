import type { VisitKeys } from './directory/visit-keys.ts';
import type { ClientHints } from './visitor/client-hints.ts';

/** A request for a link, as the HTTP layer received it. */
export interface LinkVisit {
  /** What it may mean, the likeliest first. */
  readonly keys: VisitKeys;
  /** The visit's query without its `?`; `slug` in it is not kept. */
  readonly query: string;
  readonly userAgent: string | undefined;
  readonly acceptLanguage: string | undefined;
  /** What the browser says of its phone; null where it was not asked. */
  readonly hints: ClientHints | null;
  /** Whether it would say so. */
  readonly takesHints: boolean;
  readonly clientAddress: string;
  /** A HEAD request: the answer is the same, and nothing is recorded. */
  readonly looksOnly: boolean;
}
