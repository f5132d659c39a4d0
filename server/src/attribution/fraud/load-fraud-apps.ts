import type { ClientBase } from 'pg';
import { DEFAULT_FRAUD_SETTINGS, type FraudSettings, fraudSettings } from './fraud-settings.ts';
import { type NeighbourWindows, neighbourWindows } from './neighbour-windows.ts';

/** What the rules need to know of an app. */
export interface FraudApp {
  readonly bundleId: string;
  readonly settings: FraudSettings;
  readonly windows: NeighbourWindows;
}

export type FraudApps = (appId: string) => FraudApp;

/** Reads the apps' fraud settings; an app that is gone has the defaults. */
export async function loadFraudApps(client: ClientBase, appIds: Iterable<string>): Promise<FraudApps> {
  const { rows } = await client.query<{ id: string; bundle_id: string; settings: unknown }>({
    name: 'load-fraud-apps',
    text: 'select id, bundle_id, settings from apps where id = any($1::uuid[])',
    values: [[...new Set(appIds)]],
  });
  const apps = new Map(rows.map((row) => [row.id, toApp(row.bundle_id, fraudSettings(row.settings))]));
  const gone = toApp('', DEFAULT_FRAUD_SETTINGS);
  return (appId) => apps.get(appId) ?? gone;
}

function toApp(bundleId: string, settings: FraudSettings): FraudApp {
  return { bundleId, settings, windows: neighbourWindows(settings.rules) };
}
