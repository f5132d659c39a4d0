import { z } from 'zod';
import type { AppRecord } from '../platform/auth/access/access.ts';
import { appSettings, readAppSettings } from './app-settings.ts';
import { privacyMode } from './privacy-mode.ts';
import { revenueSource } from './revenue-source.ts';

/** An app as procedures return it. Never includes its signing secret. */
export const appItem = z.object({
  id: z.uuid(),
  team_id: z.uuid(),
  name: z.string(),
  bundle_id: z.string(),
  platform: z.string(),
  active: z.boolean(),
  settings: appSettings.describe('The settings in effect.'),
  revenue_source: revenueSource.describe(
    'Which revenue totals and return on ad spend take: payments, SDK purchases (events), or both.',
  ),
  privacy_mode: privacyMode,
  ios_bundle_id: z.string().nullable(),
  ios_team_id: z.string().nullable(),
  app_store_id: z.string().nullable(),
  app_store_provider_token: z.string().nullable(),
  ios_clipboard: z.boolean(),
  description: z.string().nullable(),
  image_url: z.string().nullable(),
  created_at: z.int(),
});

/** An app as procedures return it, with every setting: its own, or the default. */
export function toAppItem(app: AppRecord): z.output<typeof appItem> {
  return {
    id: app.id,
    team_id: app.teamId,
    name: app.name,
    bundle_id: app.bundleId,
    platform: app.platform,
    active: app.active,
    settings: readAppSettings(app.settings),
    revenue_source: revenueSource.parse(app.revenueSource),
    privacy_mode: privacyMode.parse(app.privacyMode),
    ios_bundle_id: app.iosBundleId ?? null,
    ios_team_id: app.iosTeamId ?? null,
    app_store_id: app.appStoreId ?? null,
    app_store_provider_token: app.appStoreProviderToken ?? null,
    ios_clipboard: app.iosClipboard,
    description: app.description ?? null,
    image_url: app.imageUrl ?? null,
    created_at: app.createdAt.getTime(),
  };
}
