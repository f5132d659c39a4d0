import type { Clicks } from '@tributary/db/tables';
import type { Pool, PoolClient } from 'pg';
import { queryGiven } from '../../platform/store/query-given.ts';
import { DAY_MS } from '../../platform/values/day-ms.ts';
import { CLICK_ID_KINDS, type ClickIdKind } from '../../platform/values/device-id-kinds.ts';
import type { ClickRecord } from '../clicks/click-record.ts';
import type { AttributionSettings } from '../facts/attribution-settings.ts';
import type { Candidate, FoundBy, InstallFacts } from '../facts/install-facts.ts';
import { countNamings } from './count-namings.ts';
import { findNamedClicks } from './find-named-clicks.ts';
import { isSharedNetwork } from './is-shared-network.ts';

/** Of one device: more of its clicks than this change nothing. */
const LIMIT = 50;
/** Of one network: in a crowd of more than this, the newest are as good as all. */
const NETWORK_LIMIT = 200;
/** How far beyond its window a device's clicks are read, in order to reject them as too old. */
const LOOK_BACK_MS = 30 * DAY_MS;

const COLUMNS = `click_id, original_click_id, app_id, link_id, campaign_id, channel, source, clicked_at, device_model,
  os_name, os_version, language, ip_network, country, excluded_because`;

/**
 * Newest first, through the partial index of that column; clicks after the install are included, to reject them as too
 * late.
 */
const byDevice = (column: ClickIdKind) => `
  (select '${column}' as found_by, ${COLUMNS}, true as is_own from clicks
   where clicks.customer_id = given.customer_id and clicks.app_id = given.app_id
     and clicks.${column} = given.${column} and clicks.${column} is not null and excluded_because is null
     and clicked_at >= given.device_from and clicked_at <= given.until
   order by clicked_at desc limit ${LIMIT})`;

const byId = (name: 'install_referrer' | 'click_id') => `
  (select '${name}' as found_by, ${COLUMNS}, null::boolean as is_own from clicks
   where clicks.customer_id = given.customer_id and clicks.click_id = given.${name})`;

const byKnownId = (kind: string, value: string) => `
    case when ${value} is not null then (
      select device_ids.device_id = given.device_id from device_ids
      where device_ids.customer_id = given.customer_id and device_ids.app_id = given.app_id
        and device_ids.kind = '${kind}' and device_ids.value = ${value} and device_ids.shared_since is null) end`;

/**
 * Whether a click found only by its network belongs to the installing device: identified by one of the click's ids, or
 * at least not known to have another advertising id. Most link clicks have no id, and cost no look-up.
 */
const IS_OWN = `
  case when num_nonnulls(clicks.installation_id, ${CLICK_ID_KINDS.map((kind) => `clicks.${kind}`).join(', ')}) > 0 then coalesce(
    (select bool_or(is_own) from (values
      (${byKnownId('installation_id', 'clicks.installation_id::text')}),
      ${CLICK_ID_KINDS.map((kind) => `(${byKnownId(kind, `clicks.${kind}`)})`).join(', ')}) as known (is_own)),
    case when clicks.gaid <> given.gaid or clicks.idfa <> given.idfa then false end) end`;

/** A re-engagement requires the app to be installed: it says nothing about any device but its own. */
const byNetwork = `
  (select 'network' as found_by, ${COLUMNS}, ${IS_OWN} as is_own from clicks
   where clicks.customer_id = given.customer_id and clicks.app_id = given.app_id
     and clicks.ip_network = given.network and clicks.ip_network is not null and excluded_because is null
     and source <> 're_engagement'
     and clicked_at >= given.network_from and clicked_at <= given.installed_at
   order by clicked_at desc limit ${NETWORK_LIMIT})`;

const FIND = `
  select given.n, found.found_by, coalesce(found.original_click_id, found.click_id) as click_id, found.app_id,
    found.link_id, found.campaign_id, found.channel, found.source,
    round(extract(epoch from found.clicked_at) * 1000)::float8 as clicked_at, found.device_model, found.os_name,
    found.os_version, found.language, found.ip_network, found.country, found.excluded_because, found.is_own
  from json_to_recordset($1::json) as given (n int, customer_id uuid, app_id uuid, device_id uuid, install_referrer uuid,
    click_id uuid, gaid text, android_id text, idfv text, idfa text, network cidr, installed_at timestamptz, until timestamptz,
    device_from timestamptz, network_from timestamptz)
  cross join lateral (
    ${byId('install_referrer')}
    union all ${byId('click_id')}
    ${CLICK_ID_KINDS.map((kind) => `union all ${byDevice(kind)}`).join('')}
    union all ${byNetwork}
  ) found`;

interface CandidateRow
  extends Pick<
      Clicks,
      | 'click_id'
      | 'app_id'
      | 'link_id'
      | 'campaign_id'
      | 'channel'
      | 'source'
      | 'device_model'
      | 'os_name'
      | 'os_version'
      | 'language'
      | 'ip_network'
      | 'country'
    >,
    Pick<ClickRecord, 'excluded_because'> {
  readonly n: number;
  readonly found_by: FoundBy;
  /** Unix ms. */
  readonly clicked_at: number;
  is_own: boolean | null;
}

export interface CandidateQuestion {
  readonly install: InstallFacts;
  readonly settings: AttributionSettings;
}

/**
 * The clicks that may have led to each install, in the order of the questions, in three statements at most.
 *
 * @param now Unix ms; clicks up to then are read, so that late ones can be reported.
 */
export async function findCandidates(
  client: Pool | PoolClient,
  questions: readonly CandidateQuestion[],
  now: number,
): Promise<Candidate[][]> {
  if (questions.length === 0) return [];
  const given = questions.map((question, n) => ({ n, ...toGiven(question, now) }));
  const rows = await queryGiven<CandidateRow>(client, { name: 'find-candidates', text: FIND }, given);
  const found = questions.map(() => new Map<string, CandidateRow & { by: FoundBy[] }>());
  for (const row of rows) {
    const ofInstall = found[row.n];
    // A click found twice is one candidate with two signals; a re-engagement by the same click is a separate candidate.
    const key = `${row.click_id}/${row.clicked_at}`;
    const same = ofInstall?.get(key);
    if (same) {
      same.by.push(row.found_by);
      same.is_own ??= row.is_own;
    } else ofInstall?.set(key, { ...row, by: [row.found_by] });
  }
  const anothers = await findNamedClicks(
    client,
    questions.map(({ install }, n) => ({
      install,
      clickIds: [...(found[n]?.values() ?? [])].flatMap(({ by, click_id }) =>
        by.includes('network') ? [click_id] : [],
      ),
    })),
  );
  const namings = await countNamings(
    client,
    questions.map(({ install }) => install),
  );
  return found.map((ofInstall, n) =>
    [...ofInstall.values()].map((row) => ({
      ...toCandidate(row),
      isAnothers: anothers[n]?.has(row.click_id) ?? false,
      namedBefore: namings[n]?.get(row.click_id) ?? 0,
    })),
  );
}

function toGiven({ install, settings }: CandidateQuestion, now: number) {
  const at = (ms: number) => new Date(ms).toISOString();
  return {
    customer_id: install.customerId,
    app_id: install.appId,
    device_id: install.deviceId,
    install_referrer: install.referrer?.clickId ?? null,
    click_id: install.clickId,
    gaid: install.gaid,
    android_id: install.androidId,
    idfv: install.idfv,
    idfa: install.idfa,
    network: settings.likeness ? install.network : null,
    installed_at: at(install.installedAt),
    until: at(Math.max(now, install.installedAt)),
    device_from: at(install.installedAt - settings.clickWindowMs - LOOK_BACK_MS),
    network_from: at(install.installedAt - settings.probabilisticWindowMs * 2),
  };
}

function toCandidate(row: CandidateRow & { by: FoundBy[] }): Omit<Candidate, 'isAnothers' | 'namedBefore'> {
  return {
    clickId: row.click_id,
    appId: row.app_id,
    linkId: row.link_id,
    campaignId: row.campaign_id,
    channel: row.channel,
    source: row.source,
    clickedAt: row.clicked_at,
    deviceModel: row.device_model,
    osName: row.os_name,
    osVersion: row.os_version,
    language: row.language,
    network: row.ip_network === null || isSharedNetwork(row.ip_network) ? null : row.ip_network,
    country: row.country,
    isOwn: row.is_own,
    excludedBecause: row.excluded_because,
    foundBy: row.by,
  };
}
