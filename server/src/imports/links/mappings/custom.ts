import type { LinkField } from '../link-fields.ts';
import type { LinkSource } from './link-source.ts';

const OWN: readonly LinkField[] = [
  'slug',
  'fallback_url',
  'android_url',
  'ios_url',
  'ussd_fallback',
  'channel',
  'campaign_id',
  'deep_link_path',
  'deferred_params',
  'rules',
  'expires_at',
  'expired_url',
  'max_clicks',
  'utm',
  'tags',
  'title',
  'description',
  'image_url',
];
const BESIDE: readonly LinkField[] = ['short_link', 'campaign_name', 'active'];

/** A file with the names of `create_deep_link`, with or without `p_`, and an address that stays. */
export const custom: LinkSource = {
  name: 'custom',
  columns: Object.fromEntries([
    ...OWN.flatMap((field) => [
      [`p_${field}`, field],
      [field, field],
    ]),
    ...BESIDE.map((field) => [field, field]),
  ]) as Record<string, LinkField>,
  parameters: {},
  passesParameters: false,
  without: {},
  leadsTo: null,
  translates: false,
};
