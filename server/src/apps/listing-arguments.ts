import { z } from 'zod';
import type { AppRecord } from '../platform/auth/access/access.ts';

const bundleId = z
  .string()
  .max(155, 'must be 155 characters or fewer')
  .regex(/^[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+$/, 'must be a bundle id such as com.example.app');
const teamId = z.string().regex(/^[A-Z0-9]{10}$/, 'must be 10 characters of A-Z and 0-9');
const appStoreId = z
  .string()
  .regex(/^[1-9][0-9]{4,14}$/, 'must be the number in the App Store address, such as 525463029');
const providerToken = z.string().regex(/^[0-9]{1,20}$/, 'must be 1 to 20 digits');

/** What an app is on iOS: by the argument's name. */
export const IOS_ARGUMENTS = {
  p_ios_bundle_id: bundleId,
  p_ios_team_id: teamId,
  p_app_store_id: appStoreId,
  p_app_store_provider_token: providerToken,
} as const;

export const iosClipboard = z.boolean('must be true or false');

interface GivenListing {
  readonly p_ios_bundle_id: string | null;
  readonly p_ios_team_id: string | null;
  readonly p_app_store_id: string | null;
  readonly p_app_store_provider_token: string | null;
  readonly p_ios_clipboard: boolean | null;
  readonly p_description: string | null;
  readonly p_image_url: string | null;
}

/** The columns that arguments change: null changes nothing, "" empties one. */
export function toListingColumns(given: GivenListing): Partial<AppRecord> {
  const changed = (name: keyof AppRecord, value: string | boolean | null): Partial<AppRecord> =>
    value === null ? {} : { [name]: value === '' ? null : value };
  return {
    ...changed('iosBundleId', given.p_ios_bundle_id),
    ...changed('iosTeamId', given.p_ios_team_id),
    ...changed('appStoreId', given.p_app_store_id),
    ...changed('appStoreProviderToken', given.p_app_store_provider_token),
    ...changed('iosClipboard', given.p_ios_clipboard),
    ...changed('description', given.p_description),
    ...changed('imageUrl', given.p_image_url),
  };
}
