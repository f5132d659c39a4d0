import { CHANNELS } from '@tributary/sdk/wire/event';
import type { ClientBase } from 'pg';

/** The app's own campaign before one of all apps, a current one before an archived one, then the oldest. */
const FIND = `
  select distinct on (name) name, id from campaigns
  where customer_id = $1 and (app_id = $2 or app_id is null) and name = any($3::text[])
  order by name, app_id is null, archived_at is not null, created_at, id`;

/** Held by those who make campaigns, so that two jobs do not both make one; those who count are not kept waiting. */
const LOCK_APP = 'select id from apps where id = $1 for no key update';

const CREATE = `
  insert into campaigns (id, customer_id, app_id, name, channel, created_at)
  select gen_random_uuid(), $1, $2, name, channel, $4
  from json_to_recordset($3::json) as given (name text, channel text)
  returning name, id`;

/** A row that names a campaign, and the channel of one that is made for it. */
interface NamingRow {
  readonly campaign_name: string | null;
  readonly channel: string | null;
}

interface NamedCampaign {
  readonly name: string;
  readonly id: string;
}

/**
 * Finds the campaigns that rows name, and creates those that are missing.
 *
 * @param now Unix ms.
 * @returns ids by name.
 */
export async function resolveCampaigns(
  client: ClientBase,
  { customerId, appId }: { readonly customerId: string; readonly appId: string },
  rows: readonly NamingRow[],
  now: number,
): Promise<ReadonlyMap<string, string>> {
  const wanted = new Map<string, string | null>();
  for (const { campaign_name, channel } of rows) {
    if (campaign_name !== null && !wanted.has(campaign_name)) wanted.set(campaign_name, channel);
  }
  if (wanted.size === 0) return new Map();
  const find = async () => {
    const values = [customerId, appId, [...wanted.keys()]];
    return (await client.query<NamedCampaign>({ name: 'find-named-campaigns', text: FIND, values })).rows;
  };
  let known = await find();
  if (known.length < wanted.size) {
    await client.query(LOCK_APP, [appId]);
    known = await find();
    const names = new Set(known.map(({ name }) => name));
    const missing = [...wanted].filter(([name]) => !names.has(name));
    known = [...known, ...(await create(client, customerId, appId, missing, now))];
  }
  return new Map(known.map(({ name, id }) => [name, id]));
}

async function create(
  client: ClientBase,
  customerId: string,
  appId: string,
  missing: readonly (readonly [string, string | null])[],
  now: number,
): Promise<NamedCampaign[]> {
  if (missing.length === 0) return [];
  const isChannel = (name: string | null) => CHANNELS.some((channel) => channel === name);
  const given = missing.map(([name, channel]) => ({ name, channel: isChannel(channel) ? channel : null }));
  const values = [customerId, appId, JSON.stringify(given), new Date(now).toISOString()];
  return (await client.query<NamedCampaign>(CREATE, values)).rows;
}
