/** What payments and purchases remember of the groups that they were counted in, beside their campaign: `counted_<name>`. */
export const COUNTED_GROUPS = [
  'country',
  'app_version',
  'os_version',
  'device_model',
  'channel',
  'model',
] as const;

/** Lists them in SQL. */
export const listGroups = (of: (name: (typeof COUNTED_GROUPS)[number]) => string) =>
  COUNTED_GROUPS.map(of).join(', ');

/** The columns of an alias of `payments` or `purchases`. */
export const countedGroups = (of: string) => listGroups((name) => `${of}.counted_${name}`);

/** A fact's row of them. */
export type CountedGroups = Readonly<
  Record<`counted_${(typeof COUNTED_GROUPS)[number]}` | 'counted_campaign_id', string | null>
>;
