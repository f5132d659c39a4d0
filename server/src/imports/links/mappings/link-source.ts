import type { LinkField } from '../link-fields.ts';

/** A platform that links are moved from. One file each; link-sources.ts lists them. */
export interface LinkSource {
  readonly name: string;
  /** Its columns and the field that each fills; of several for one field, the first that has a value counts. */
  readonly columns: Readonly<Record<string, LinkField>>;
  /** The same for the parameters of its long links, and of what it calls the data of a link. */
  readonly parameters: Readonly<Record<string, LinkField>>;
  /** Whether the app got any other parameter as well. */
  readonly passesParameters: boolean;
  /** Columns and parameters that no link has here, and why. */
  readonly without: Readonly<Record<string, string>>;
  /** Where its links lead that name nothing else: to the app's page in the store, or to the deep link itself. */
  readonly leadsTo: 'store' | 'deep link' | null;
  /** Whether its values become the service's own; otherwise they already are. */
  readonly translates: boolean;
}

/** Of the platform, not of the link. */
export const STATISTIC = 'counts of the past are not part of a link; clicks are counted from now on';
export const NO_NAME =
  'a name for colleagues: map it to tags to find it by, or to title for a landing page and a preview';
export const SETTING = 'a setting of the old platform';
export const BY_ASSOCIATION =
  'apps are opened by the association files of the domain, not by a scheme of their own';
export const OF_THE_APP = 'belongs to the app here, see update_app';
