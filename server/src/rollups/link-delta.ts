import type { InstallGroups } from './groups/install-groups.ts';
import type { CountedInstall } from './install-delta.ts';
import { sumDeltas } from './sum-deltas.ts';

/** What clicks and installs add to, or take from, one row of link_counts. */
export interface LinkDelta {
  readonly customer_id: string;
  readonly link_id: string;
  /** UTC day, as `2026-01-31`. */
  readonly day: string;
  /** Two letters; empty where it is not known. Of clicks that of the visitor, of installs that of the device. */
  readonly country: string;
  /** Clicks that an install may be attributed to. */
  readonly clicks: number;
  readonly repeats: number;
  readonly bots: number;
  readonly installs: number;
}

const NOTHING = { clicks: 0, repeats: 0, bots: 0, installs: 0 };

/** The change that a counted attribution makes to its link: `sign` 1 counts it, -1 takes it back. */
export function linkInstallDelta(
  fact: CountedInstall & Pick<InstallGroups, 'country'>,
  sign: 1 | -1,
): LinkDelta[] {
  const { customer_id, counted_day, counted_link_id } = fact;
  const country = fact.country ?? '';
  if (counted_day === null || counted_link_id === null) return [];
  return [{ ...NOTHING, customer_id, link_id: counted_link_id, day: counted_day, country, installs: sign }];
}

/** One change for each row of link_counts; none that comes to nothing. */
export function sumLinkDeltas(deltas: readonly LinkDelta[]): LinkDelta[] {
  return sumDeltas(
    deltas,
    ['customer_id', 'link_id', 'day', 'country'],
    ['clicks', 'repeats', 'bots', 'installs'],
  );
}
