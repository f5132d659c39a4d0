import type { AdoptedTable, ShareTable } from '../facts/adopted-table.ts';
import { FITTED_VERSION, LIKENESS_SHARES } from './fitted-tables.ts';

/** How often matches by likeness are right, by the share of their campaign in per cent. */
export interface LikenessTable {
  /** As decisions name it: `1`, or `3 of the app`. */
  readonly name: string;
  readonly shares: ShareTable;
}

/** The one that comes with the service. */
export const SHIPPED_TABLE: LikenessTable = { name: String(FITTED_VERSION), shares: LIKENESS_SHARES };

/** The table in force for an app. */
export function likenessTable(adopted: AdoptedTable | null): LikenessTable {
  if (!adopted?.shares) return SHIPPED_TABLE;
  return {
    name: `${adopted.version} of the app`,
    shares: adopted.shares.map(({ share, right }) => [share, right] as const),
  };
}
