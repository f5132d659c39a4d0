import type { PoolClient } from 'pg';
import { queryGiven } from '../../platform/store/query-given.ts';
import { usableId } from '../devices/device-identifiers.ts';
import type { QueuedEvent } from '../event-queue/queued-event.ts';
import type { ClickRecord } from './click-record.ts';
import { derivedClickId } from './derived-click-id.ts';
import { insertClicks } from './insert-clicks.ts';

const FIND_CLICKS = `
  select clicks.customer_id, clicks.click_id, app_id, link_id, campaign_id, channel
  from json_to_recordset($1::json) as given (customer_id uuid, click_id uuid)
  join clicks on clicks.customer_id = given.customer_id and clicks.click_id = given.click_id`;

const FIND_CAMPAIGNS = 'select id, customer_id, app_id, channel from campaigns where id = any($1::uuid[])';

type KnownClick = Pick<
  ClickRecord,
  'customer_id' | 'click_id' | 'app_id' | 'link_id' | 'campaign_id' | 'channel'
>;

interface CampaignRow {
  readonly id: string;
  readonly customer_id: string;
  readonly app_id: string | null;
  readonly channel: string | null;
}

/**
 * Stores `click` and `re_engagement` events as clicks of a known device. An event that names a click of a link belongs
 * to that click; a re-engagement that names none of ours says nothing about where the user came from, and is not
 * stored.
 */
export async function recordEventClicks(client: PoolClient, events: readonly QueuedEvent[]): Promise<void> {
  const relevant = events.filter(
    ({ event_type }) => event_type === 'click' || event_type === 're_engagement',
  );
  if (relevant.length === 0) return;
  const clicks = await findClicks(client, relevant);
  const campaigns = await findCampaigns(client, relevant);
  const records = relevant.map((event) => {
    const original = clicks.get(`${event.customer_id}/${event.app_id}/${event.click_id}`);
    if (original) return toRecord(event, original, derivedClickId(event));
    if (event.event_type === 're_engagement') return null;
    return toRecord(event, ownCampaign(event, campaigns), event.click_id ?? derivedClickId(event));
  });
  await insertClicks(
    client,
    records.filter((record) => record !== null),
  );
}

async function findClicks(
  client: PoolClient,
  events: readonly QueuedEvent[],
): Promise<Map<string, KnownClick>> {
  const named = events.filter(({ click_id }) => click_id !== null);
  const given = named.map(({ customer_id, click_id }) => ({ customer_id, click_id }));
  const rows = await queryGiven<KnownClick>(client, { name: 'find-named-clicks', text: FIND_CLICKS }, given);
  return new Map(rows.map((row) => [`${row.customer_id}/${row.app_id}/${row.click_id}`, row]));
}

async function findCampaigns(client: PoolClient, events: readonly QueuedEvent[]): Promise<CampaignRow[]> {
  const ids = [...new Set(events.map(({ campaign_id }) => campaign_id).filter((id) => id !== null))];
  if (ids.length === 0) return [];
  const { rows } = await client.query<CampaignRow>({
    name: 'find-campaigns',
    text: FIND_CAMPAIGNS,
    values: [ids],
  });
  return rows;
}

type Origin = Pick<ClickRecord, 'link_id' | 'campaign_id' | 'channel'> &
  Partial<Pick<KnownClick, 'click_id'>>;

/** The event's campaign, if it belongs to the account and may be used by this app. */
function ownCampaign(event: QueuedEvent, campaigns: readonly CampaignRow[]): Origin {
  const campaign = campaigns.find(
    ({ id, customer_id, app_id }) =>
      id === event.campaign_id &&
      customer_id === event.customer_id &&
      (app_id === null || app_id === event.app_id),
  );
  const channel = event.channel ?? campaign?.channel ?? 'unknown';
  return { link_id: null, campaign_id: campaign?.id ?? null, channel };
}

function toRecord(event: QueuedEvent, origin: Origin, clickId: string): ClickRecord {
  return {
    customer_id: event.customer_id,
    click_id: clickId,
    app_id: event.app_id,
    link_id: origin.link_id,
    campaign_id: origin.campaign_id,
    channel: origin.channel,
    source: event.event_type === 'click' ? 'event' : 're_engagement',
    clicked_at: event.occurred_at,
    recorded_at: event.received_at,
    gaid: usableId(event.gaid),
    android_id: usableId(event.android_id),
    idfv: usableId(event.idfv),
    idfa: usableId(event.idfa),
    installation_id: event.installation_id,
    ip_network: event.ip_network,
    country: event.country,
    user_agent: null,
    device_model: event.device_model,
    os_name: event.os_name,
    os_version: event.os_version,
    language: null,
    visit_params: null,
    excluded_because: null,
    original_click_id: origin.click_id ?? null,
    rule_index: null,
    rule_url: null,
    code_hash: null,
  };
}
