import type { ClientBase } from 'pg';
import { toLinkColumns } from '../../links/procedures/to-link-columns.ts';
import { CHANNEL } from '../../platform/store/changes/change-feed.ts';
import { resolveCampaigns } from '../campaigns/resolve-campaigns.ts';
import type { RowError } from '../import-row.ts';
import { linkIdOf } from './link-id.ts';
import type { LinkRow } from './link-row.ts';
import type { LinkJob } from './link-target.ts';
import { refuseCampaign, refuseTaken } from './row-refusals.ts';

const FIND_CAMPAIGNS = `
  select id from campaigns
  where customer_id = $1 and (app_id = $2 or app_id is null) and id = any($3::uuid[])`;

/** Links whose address is taken are left out. A link without a channel has its campaign's. */
const insertLinks = (columns: readonly string[]) => `
  insert into links (${columns.join(', ')})
  select ${columns
    .map((column) =>
      column === 'channel'
        ? `coalesce(given.channel, (select channel from campaigns where id = given.campaign_id), 'unknown')`
        : `given.${column}`,
    )
    .join(', ')}
  from json_populate_recordset(null::links, $1::json) given
  on conflict do nothing
  returning id`;

const INSERT_PATHS = `
  insert into link_paths (domain_id, path, link_id, customer_id, created_at)
  select $1, path, link_id, $2, $4
  from json_to_recordset($3::json) as given (path text, link_id uuid)
  on conflict do nothing
  returning link_id`;

/** Visits are looked up with their query only on domains that are known to have such paths. */
const ANNOUNCE = `
  select pg_notify($1, json_build_object('kind', 'domain', 'host', host)::text) from domains where id = $2`;

const DELETE = 'delete from links where customer_id = $1 and id = any($2::uuid[])';

/**
 * Stores links with the paths that they keep, in the caller's transaction.
 *
 * @param now Unix ms.
 * @returns why some were not stored: their address is taken, or their campaign is not the app's.
 */
export async function storeLinks(
  client: ClientBase,
  job: LinkJob,
  rows: readonly LinkRow[],
  now: number,
): Promise<RowError[]> {
  const known = await knownCampaigns(client, job, rows);
  const isKnown = ({ link }: LinkRow) => link.p_campaign_id === null || known.has(link.p_campaign_id);
  const good = rows.filter(isKnown);
  const refused = rows.filter((row) => !isKnown(row)).map(refuseCampaign);
  if (good.length === 0) return refused;
  const target = { customerId: job.customer_id, appId: job.app_id };
  const named = good.map((row) => ({ campaign_name: row.campaignName, channel: row.link.p_channel }));
  const campaigns = await resolveCampaigns(client, target, named, now);
  const idOf = ({ row }: LinkRow) => linkIdOf(job.id, row);
  const at = new Date(now).toISOString();
  const records = good
    .map((row) =>
      toRecord(row, job, { id: idOf(row), at, campaignId: campaigns.get(row.campaignName ?? '') }),
    )
    // Jobs that make the same links do so in one order, so that none waits for another in a circle.
    .toSorted((a, b) => (a.slug < b.slug ? -1 : 1));
  const text = insertLinks(Object.keys(records[0] ?? {}));
  const { rows: made } = await client.query<{ id: string }>(text, [JSON.stringify(records)]);
  const stored = new Set(made.map(({ id }) => id));
  const without = await keepPaths(
    client,
    job,
    good.filter((row) => stored.has(idOf(row))),
    { idOf, at },
  );
  for (const id of without) stored.delete(id);
  return [...refused, ...good.filter((row) => !stored.has(idOf(row))).map(refuseTaken)];
}

async function knownCampaigns(
  client: ClientBase,
  job: LinkJob,
  rows: readonly LinkRow[],
): Promise<ReadonlySet<string>> {
  const wanted = rows.flatMap(({ link }) => link.p_campaign_id ?? []);
  if (wanted.length === 0) return new Set();
  const values = [job.customer_id, job.app_id, wanted];
  const { rows: found } = await client.query<{ id: string }>(FIND_CAMPAIGNS, values);
  return new Set(found.map(({ id }) => id));
}

interface Made {
  readonly id: string;
  /** ISO 8601. */
  readonly at: string;
  readonly campaignId: string | undefined;
}

function toRecord({ link, active }: LinkRow, job: LinkJob, { id, at, campaignId }: Made) {
  const columns = Object.entries(toLinkColumns(link)).map(([name, value]) => [toColumn(name), value]);
  return {
    id,
    customer_id: job.customer_id,
    app_id: job.app_id,
    domain_id: job.domain_id,
    campaign_id: link.p_campaign_id ?? campaignId ?? null,
    slug: link.p_slug,
    channel: link.p_channel,
    active,
    created_at: at,
    updated_at: at,
    ...Object.fromEntries(columns),
  };
}

function toColumn(property: string): string {
  return property.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** Keeps the paths of links. @returns the links that were taken back, since another link has their path. */
async function keepPaths(
  client: ClientBase,
  job: LinkJob,
  rows: readonly LinkRow[],
  { idOf, at }: { idOf: (row: LinkRow) => string; at: string },
): Promise<string[]> {
  const wanted = rows
    .flatMap((row) => (row.path === null ? [] : [{ path: row.path, link_id: idOf(row) }]))
    .toSorted((a, b) => (a.path < b.path ? -1 : 1));
  if (wanted.length === 0) return [];
  const values = [job.domain_id, job.customer_id, JSON.stringify(wanted), at];
  const { rows: kept } = await client.query<{ link_id: string }>(INSERT_PATHS, values);
  if (wanted.some(({ path }) => path.includes('?'))) await client.query(ANNOUNCE, [CHANNEL, job.domain_id]);
  const ids = new Set(kept.map(({ link_id }) => link_id));
  const without = wanted.map(({ link_id }) => link_id).filter((id) => !ids.has(id));
  if (without.length > 0) await client.query(DELETE, [job.customer_id, without]);
  return without;
}
