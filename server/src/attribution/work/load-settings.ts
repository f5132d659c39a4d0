import type { PoolClient } from 'pg';
import { type AttributionSettings, attributionSettings } from '../facts/attribution-settings.ts';

/** The settings of apps, by app id. */
export async function loadSettings(
  client: PoolClient,
  appIds: Iterable<string>,
): Promise<ReadonlyMap<string, AttributionSettings>> {
  const { rows } = await client.query<{ id: string; settings: unknown; privacy_mode: string }>({
    name: 'load-attribution-settings',
    text: 'select id, settings, privacy_mode from apps where id = any($1::uuid[])',
    values: [[...new Set(appIds)]],
  });
  return new Map(
    rows.map(({ id, settings, privacy_mode }) => [id, attributionSettings(settings, privacy_mode)]),
  );
}
