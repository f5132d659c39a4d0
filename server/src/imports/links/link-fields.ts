/** Members of a link, as `create_deep_link` takes them. */
export const LINK_MEMBERS = [
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
] as const;

/** What a column of a file of links can fill: members of a link, and what they follow from. */
export const LINK_FIELDS = [
  ...LINK_MEMBERS,
  // The address: its path stays on a domain that is moved.
  'short_link',
  // A URL whose parameters say more of the link, or an object with them.
  'long_link',
  'link_data',
  // Where everyone goes for whom nothing else is said.
  'redirect_url',
  // What the app is opened with: a path, or a URL of which that is the rest.
  'deep_link',
  'deep_link_value',
  // A parameter that the app gets, of the column's name.
  'param',
  'campaign_name',
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'utm_term',
  'utm_content',
  'android_package',
  'ios_app_id',
  'ios_store_params',
  'split_url',
  'split_percent',
  'active',
  'archived',
  'password',
  // Named, so that it is not reported.
  'ignored',
] as const;
export type LinkField = (typeof LINK_FIELDS)[number];
