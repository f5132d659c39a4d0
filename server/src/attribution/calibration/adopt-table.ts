import type { EntityManager } from '@mikro-orm/postgresql';
import type { AdoptedTable } from '../facts/adopted-table.ts';

export const ADOPTABLE = ['own', 'shipped'] as const;
export type Adoptable = (typeof ADOPTABLE)[number];

const ADOPT = `
  update apps set likeness_table = jsonb_build_object(
    'version', coalesce((likeness_table->>'version')::int, 0) + 1,
    'shares', case when ?::boolean then likeness_report->'own_shares' end)
  where id = ? and (not ?::boolean or jsonb_typeof(likeness_report->'own_shares') = 'array')
  returning likeness_table`;

/**
 * Lets an app take its confidence of likeness from the table that fits its last report, or from the shipped one again: for
 * decisions to come, in every instance at once. Past ones stay as they were.
 *
 * @returns the new table; null where the report has none, for too few installs.
 */
export async function adoptTable(
  em: EntityManager,
  appId: string,
  adopted: Adoptable,
): Promise<AdoptedTable | null> {
  const isOwn = adopted === 'own';
  const [row] = await em.execute<{ likeness_table: AdoptedTable }[]>(ADOPT, [isOwn, appId, isOwn]);
  return row?.likeness_table ?? null;
}
