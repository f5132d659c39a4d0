import type { NewLink } from '../../links/procedures/new-link-arguments.ts';
import type { RowError } from '../import-row.ts';

/** A value that could not be carried over. */
export interface LostValue {
  readonly column: string;
  readonly value: string;
  readonly reason: string;
}

/** Where in a file something is from. */
export interface ValueOrigin {
  readonly column: string;
  /** Null where the row has none. */
  readonly value: string | null;
}

/** A row of a file as the link that it becomes. */
export interface LinkRow {
  readonly row: number;
  /** As `create_deep_link` takes it. */
  readonly link: NewLink;
  /** Under which it is found on its domain beside its slug, with its query; null where the slug is the whole path. */
  readonly path: string | null;
  readonly campaignName: string | null;
  readonly active: boolean;
  /** What of the file is its address. */
  readonly address: ValueOrigin;
  /** @param argument of `create_deep_link`. */
  origin(argument: string): ValueOrigin;
}

/** A link that can be stored, or why it cannot. */
export type NormalisedLink = { readonly lost: readonly LostValue[] } & (
  | { readonly link: LinkRow }
  | { readonly errors: readonly RowError[] }
);
