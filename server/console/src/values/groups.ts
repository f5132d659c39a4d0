import { nameOfChannel } from './channels.ts';
import { nameOfCountry } from './countries.ts';
import { nameOfModel } from './models.ts';

/** What reports can be grouped by, in words. */
export const GROUPINGS = [
  { id: 'country', name: 'By country', nameOf: nameOfCountry },
  { id: 'app_version', name: 'By app version', nameOf: asItIs },
  { id: 'os_version', name: 'By OS version', nameOf: asItIs },
  { id: 'device_model', name: 'By device', nameOf: asItIs },
  { id: 'campaign_id', name: 'By campaign', nameOf: asItIs },
  { id: 'channel', name: 'By channel', nameOf: nameOfChannel },
  { id: 'model', name: 'By model', nameOf: nameOfModel },
] as const;
export type Grouping = (typeof GROUPINGS)[number];

interface Group {
  readonly key: string | null;
  readonly rest?: true | undefined;
}

function asItIs(key: string): string {
  return key;
}

/** A group as a person reads it. @param campaigns names of campaigns, by id */
export function nameOfGroup(
  { id, nameOf }: Grouping,
  { key, rest }: Group,
  campaigns: ReadonlyMap<string, string>,
): string {
  if (rest) return 'All others';
  if (key === null) return id === 'campaign_id' ? 'No campaign' : 'Unknown';
  return id === 'campaign_id' ? (campaigns.get(key) ?? key) : nameOf(key);
}

/** The grouping that a text of an address names. */
export const groupingOf = (text: string | undefined): Grouping | undefined =>
  GROUPINGS.find(({ id }) => id === text);
