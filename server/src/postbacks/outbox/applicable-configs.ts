import type { ClientBase } from 'pg';
import type { PostbackEventType } from '../networks/ad-network.ts';
import { networkOf } from '../networks/networks.ts';

/** A config, as far as it decides who is sent what. */
export interface KnownConfig {
  readonly id: string;
  readonly customer_id: string;
  readonly app_id: string | null;
  readonly postback_format: string;
  readonly channel: string | null;
  readonly event_types: readonly string[];
  /** Unix ms. */
  readonly created_at: number;
}

const LOAD = `
  select id, customer_id, app_id, postback_format, channel, event_types,
    round(extract(epoch from created_at) * 1000)::float8 as created_at
  from ad_network_configs
  where customer_id = any($1::uuid[])
  order by id`;

/** The configs of accounts; most accounts have none. */
export async function loadConfigs(
  client: ClientBase,
  customerIds: Iterable<string>,
): Promise<ReadonlyMap<string, readonly KnownConfig[]>> {
  const { rows } = await client.query<KnownConfig>({
    name: 'load-ad-network-configs',
    text: LOAD,
    values: [[...new Set(customerIds)]],
  });
  return Map.groupBy(rows, ({ customer_id }) => customer_id);
}

/** What an app's device did. */
export interface PostbackCause {
  readonly appId: string;
  readonly eventType: PostbackEventType;
  /** Of the click that brought the install; null where no click did. */
  readonly clickChannel: string | null;
}

/**
 * The configs that are sent it: of the network whose link was clicked, and of those that take every install. An app's
 * own config replaces the account's of the same format and channel, also for events that only the account's takes.
 */
export function applicableConfigs(
  configs: readonly KnownConfig[],
  { appId, eventType, clickChannel }: PostbackCause,
): KnownConfig[] {
  const own = configs.filter(({ app_id }) => app_id === appId);
  const replaced = new Set(own.map(placeOf));
  const inPlace = [
    ...own,
    ...configs.filter((config) => config.app_id === null && !replaced.has(placeOf(config))),
  ];
  return inPlace.filter(
    (config) => config.event_types.includes(eventType) && serves(config, eventType, clickChannel),
  );
}

function placeOf({ postback_format, channel }: KnownConfig): string {
  return `${postback_format} ${channel}`;
}

/** A purchase is only ever sent for a device that an ad click brought. */
function serves(config: KnownConfig, eventType: PostbackEventType, clickChannel: string | null): boolean {
  if (networkOf(config.postback_format)?.takesEveryInstall) {
    return eventType === 'install' || clickChannel !== null;
  }
  return clickChannel !== null && config.channel === clickChannel;
}
