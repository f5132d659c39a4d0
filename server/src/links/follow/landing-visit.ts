import type { KnownLink } from './directory/known-link.ts';
import type { Visitor } from './visitor/visitor.ts';

/** A visit that gets the page of its link. */
export interface LandingVisit {
  readonly link: KnownLink;
  readonly visitor: Visitor;
  /** Null for a visit that is not a click. */
  readonly clickId: string | null;
  /** For the clipboard; null for none. */
  readonly code: string | null;
}
