import type { PoolClient } from 'pg';
import type { AdoptedTable } from '../facts/adopted-table.ts';
import { type AttributionSettings, attributionSettings } from '../facts/attribution-settings.ts';

interface AppRow {
  readonly id: string;
  readonly settings: unknown;
  readonly privacy_mode: string;
  readonly likeness_table: AdoptedTable | null;
}

/** The settings of apps, by app id. */
export async function loadSettings(
  client: PoolClient,
  appIds: Iterable<string>,
): Promise<ReadonlyMap<string, AttributionSettings>> {
  const { rows } = await client.query<AppRow>({
    name: 'load-attribution-settings',
    text: 'select id, settings, privacy_mode, likeness_table from apps where id = any($1::uuid[])',
    values: [[...new Set(appIds)]],
  });
  return new Map(
    rows.map(({ id, settings, privacy_mode, likeness_table }) => [
      id,
      attributionSettings(settings, privacy_mode, likeness_table),
    ]),
  );
}
