import type { Attributions } from '@tributary/db/tables';

/** What an install is grouped by, all of it kept by its attribution: an event may go, a decision stays as it is. */
export type InstallGroups = Pick<
  Attributions,
  'country' | 'app_version' | 'os_version' | 'device_model' | 'campaign_id'
> & { readonly channel: string | null; readonly model: string | null };

/** The columns of `attributions` that an install is grouped by. */
export const GROUP_COLUMNS = [
  'country',
  'app_version',
  'os_version',
  'device_model',
  'campaign_id',
  'channel',
  'model',
] as const satisfies readonly (keyof InstallGroups)[];

/** These columns as SQL, to select; `of` is an alias of the table. */
export const groupColumns = (of: string) => GROUP_COLUMNS.map((name) => `${of}.${name}`).join(', ');

/** The groups of a device whose install is not known. */
export const NO_GROUPS: InstallGroups = {
  country: null,
  app_version: null,
  os_version: null,
  device_model: null,
  campaign_id: null,
  channel: null,
  model: null,
};

/** Characters of a value that are told apart: it is part of an index's key. */
const MAX_LENGTH = 100;

/** What a device said, as a value to group by; null where it said nothing. */
export function groupValue(said: string | null | undefined): string | null {
  if (!said) return null;
  return said.length <= MAX_LENGTH ? said : [...said].slice(0, MAX_LENGTH).join('');
}
