import type { RawMember } from './scan-members.ts';

/** One event as it was sent. */
export interface SubmittedEvent {
  /** The result of JSON.parse; anything, for an element that is not an object. */
  readonly value: unknown;
  /** The text that its signature covers, in the client's own spelling; see canonical-text.ts. */
  readonly canonical: string;
  /** The nesting depth, including its own braces. */
  readonly depth: number;
  /**
   * Its top-level members sorted by name, including duplicates; empty for an element that is not an object. Undefined
   * if the text is exactly what JavaScript prints, so that the parsed value is sufficient.
   */
  readonly members: readonly RawMember[] | undefined;
  /** It has more top-level members than an event may have: they were not read, and it has no canonical text. */
  readonly hasTooManyMembers: boolean;
}
