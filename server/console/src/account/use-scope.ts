import type { Period } from '../address/period.ts';
import { usePeriod } from '../address/use-period.ts';
import { type AccountView, useAccount } from './account.tsx';

/** What reports are asked for with: the app or team at hand, and a period. */
export interface Scope {
  readonly app_id: string | null;
  readonly team_id: string | null;
  readonly date_from: string;
  readonly date_to: string;
}

/** The scope that the address names. */
export function useScope(): Scope {
  return scopeOf(useAccount(), usePeriod());
}

/** The scope of a view of an account. */
export function scopeOf({ app, team }: AccountView, { from, to }: Period): Scope {
  return { app_id: app?.id ?? null, team_id: app ? null : (team?.id ?? null), date_from: from, date_to: to };
}
