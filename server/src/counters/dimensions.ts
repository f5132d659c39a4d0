/**
 * What installs, and the money that is credited to them, can be grouped by: their attribution keeps it, and the rows of payments
 * and purchases as `counted_<name>`. In the order in which reports offer them.
 *
 * `stored` ones have counters of their own in each group twin, `base` too; the country is a part of the key of all of them, and what
 * is `told` of the base's: there are few channels and models.
 */
const DIMENSIONS = {
  country: 'everywhere',
  app_version: 'stored',
  os_version: 'stored',
  device_model: 'stored',
  campaign_id: 'base',
  channel: 'told',
  model: 'told',
} as const;

export type Dimension = keyof typeof DIMENSIONS;
type Place<Name extends Dimension> = (typeof DIMENSIONS)[Name];
export type StoredDimension = {
  [Name in Dimension]: Place<Name> extends 'stored' | 'base' ? Name : never;
}[Dimension];

export const GROUP_COLUMNS = Object.keys(DIMENSIONS) as readonly Dimension[];

const isStored = (name: Dimension): name is StoredDimension =>
  DIMENSIONS[name] === 'stored' || DIMENSIONS[name] === 'base';

/** Those that have counters of their own, each with the country beside it. */
export const STORED_DIMENSIONS: readonly StoredDimension[] = GROUP_COLUMNS.filter(isStored).sort();

/** The dimension whose counters tell channels and models apart, and are read for countries alone. */
export const BASE_DIMENSION = 'campaign_id' satisfies StoredDimension;

/** Those that a device says of itself when it is installed; a decision says the others. */
export type DeviceDimension = {
  [Name in Dimension]: Place<Name> extends 'everywhere' | 'stored' ? Name : never;
}[Dimension];
export const DEVICE_DIMENSIONS = GROUP_COLUMNS.filter(
  (name): name is DeviceDimension => DIMENSIONS[name] === 'everywhere' || DIMENSIONS[name] === 'stored',
);

/** An entry for each of some names. */
export const forEach = <Name extends string, Value>(names: readonly Name[], toValue: (name: Name) => Value) =>
  Object.fromEntries(names.map((name) => [name, toValue(name)])) as Readonly<Record<Name, Value>>;

/** What an install is grouped by, all of it kept by its attribution: an event may go, a decision stays as it is. */
export type InstallGroups = Readonly<Record<Dimension, string | null>>;

/** The columns of an alias of `attributions` that an install is grouped by. */
export const groupColumns = (of: string): string => GROUP_COLUMNS.map((name) => `${of}.${name}`).join(', ');

/** The groups of a device whose install is not known. */
export const NO_GROUPS: InstallGroups = forEach(GROUP_COLUMNS, () => null);

/** What payments and purchases remember of the groups that they were counted in, beside their campaign: `counted_<name>`. */
export const COUNTED_GROUPS = GROUP_COLUMNS.filter((name) => name !== BASE_DIMENSION);

/** The name of the column of a payment or purchase. */
export const countedName = <Name extends Dimension>(name: Name) => `counted_${name}` as const;

/** Lists them in SQL. */
export const listGroups = (of: (name: Dimension) => string): string => COUNTED_GROUPS.map(of).join(', ');

/** The columns of an alias of `payments` or `purchases`. */
export const countedGroups = (of: string): string => listGroups((name) => `${of}.${countedName(name)}`);

/** Characters of a value that are told apart: it is part of an index's key. */
const MAX_LENGTH = 100;

/** What a device said, as a value to group by; null where it said nothing. */
export function groupValue(said: string | null | undefined): string | null {
  if (!said) return null;
  return said.length <= MAX_LENGTH ? said : [...said].slice(0, MAX_LENGTH).join('');
}
