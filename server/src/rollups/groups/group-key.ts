import type { InstallGroups } from './install-groups.ts';

/**
 * What has counters of its own, each with the country beside it. Channel and model are parts of the campaign's: there
 * are few of them.
 */
export const STORED_DIMENSIONS = ['app_version', 'campaign_id', 'device_model', 'os_version'] as const;

/** The dimension whose counters tell channels and models apart, and are read for countries alone. */
export const BASE_DIMENSION = 'campaign_id';

/** A row of the counters of groups, but for what is counted. What is not known is empty. */
export interface GroupKey {
  readonly customer_id: string;
  readonly app_id: string;
  readonly dimension: (typeof STORED_DIMENSIONS)[number];
  /** UTC day, as `2026-01-31`; of a cohort that of its installs. */
  readonly day: string;
  readonly country: string;
  readonly value: string;
  /** Whether it stands for all values that came after a month's first ones; `value` is empty then. */
  readonly is_rest: boolean;
  readonly model: string;
  readonly channel: string;
}

/** The names of a key's columns, in the order of the key. */
export const GROUP_KEY = [
  'customer_id',
  'app_id',
  'dimension',
  'day',
  'country',
  'value',
  'is_rest',
  'model',
  'channel',
] as const satisfies readonly (keyof GroupKey)[];

/** Where something is counted, before it is known which values have counters of their own. */
type Place = Pick<GroupKey, 'customer_id' | 'app_id' | 'day'>;

/**
 * The rows that a fact is counted in, one of each dimension.
 *
 * @param options.everywhere whether each dimension tells channels and models apart, not the base alone.
 */
export function groupKeys(
  { customer_id, app_id, day }: Place,
  groups: InstallGroups,
  { everywhere = false } = {},
): GroupKey[] {
  return STORED_DIMENSIONS.map((dimension) => {
    const isTold = everywhere || dimension === BASE_DIMENSION;
    return {
      customer_id,
      app_id,
      dimension,
      day,
      country: groups.country ?? '',
      value: groups[dimension] ?? '',
      is_rest: false,
      model: isTold ? (groups.model ?? '') : '',
      channel: isTold ? (groups.channel ?? '') : '',
    };
  });
}
