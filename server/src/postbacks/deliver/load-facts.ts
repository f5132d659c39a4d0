import type { ConsentStatement } from '@tributary/sdk/wire/consent';
import type { Pool } from 'pg';
import { latestConsent } from '../../consent/latest-consent-sql.ts';
import { queryForCustomer } from '../../platform/store/query-for-customer.ts';
import type { PostbackEventType, PostbackFacts } from '../networks/ad-network.ts';
import { paramIn, readVisitParams } from './read-visit-params.ts';

/** A delivery that is due, with everything that a network may receive. */
export interface DueDelivery {
  readonly facts: PostbackFacts;
  /** Sends of the present schedule. */
  readonly sends: number;
}

const LOAD = {
  name: 'load-postback-facts',
  text: `
    select postbacks.postback_id, postbacks.app_id, postbacks.event_type, postbacks.sends,
      attributions.attribution_id, attributions.install_id, attributions.model, attributions.confidence_score,
      attributions.click_id, attributions.campaign_id,
      round(extract(epoch from attributions.installed_at) * 1000)::float8 as installed_at,
      coalesce(events.gaid, (
        select value from device_ids ids
        where ids.customer_id = $1 and ids.app_id = attributions.app_id and ids.device_id = attributions.device_id
          and ids.kind = 'gaid'
        order by first_seen_at desc limit 1)) as gaid,
      coalesce(payments.user_id, events.user_id) as user_id, events.app_version, events.os_version,
      events.device_model, events.sdk_version, events.fingerprint_components, host(events.ip_network) as network,
      ${latestConsent({ customer: '$1::uuid', app: 'attributions.app_id', device: 'attributions.device_id' })} as consent,
      events.referrer, clicks.visit_params, payments.amount, payments.currency,
      round(extract(epoch from least(payments.occurred_at, payments.received_at)) * 1000)::float8 as paid_at
    from postbacks
    join attributions on attributions.customer_id = $1 and attributions.attribution_id = postbacks.attribution_id
    left join installs on installs.customer_id = $1 and installs.install_id = postbacks.install_id
    left join events on events.customer_id = $1 and events.app_id = installs.app_id
      and events.event_id = installs.event_id
    left join clicks on clicks.customer_id = $1 and clicks.click_id = attributions.click_id
    left join payments on payments.customer_id = $1 and payments.payment_event_id = postbacks.payment_event_id
    where postbacks.customer_id = $1 and postbacks.postback_id = any($2::uuid[]) and postbacks.status = 'pending'`,
};

interface FactsRow {
  readonly postback_id: string;
  readonly app_id: string;
  readonly event_type: PostbackEventType;
  readonly sends: number;
  readonly attribution_id: string;
  readonly install_id: string;
  readonly model: string;
  readonly confidence_score: number;
  readonly click_id: string | null;
  readonly campaign_id: string | null;
  readonly installed_at: number;
  readonly gaid: string | null;
  readonly user_id: string | null;
  readonly app_version: string | null;
  readonly os_version: string | null;
  readonly device_model: string | null;
  readonly sdk_version: string | null;
  readonly fingerprint_components: string | null;
  readonly network: string | null;
  readonly consent: ConsentStatement | null;
  readonly referrer: string | null;
  readonly visit_params: string | null;
  readonly amount: string | null;
  readonly currency: string | null;
  readonly paid_at: number | null;
}

interface AppRow {
  readonly id: string;
  readonly bundle_id: string;
  readonly privacy_mode: string;
}

const APPS = 'select id, bundle_id, privacy_mode from apps where id = any($1::uuid[])';

/** Reads what deliveries are about. One whose install was erased meanwhile is left out. */
export async function loadFacts(
  pool: Pool,
  customerId: string,
  postbackIds: readonly string[],
): Promise<DueDelivery[]> {
  const rows = await queryForCustomer<FactsRow>(pool, customerId, LOAD, [postbackIds]);
  const appIds = [...new Set(rows.map(({ app_id }) => app_id))];
  const apps = await pool.query<AppRow>(APPS, [appIds]);
  const appOf = new Map(apps.rows.map((app) => [app.id, app]));
  return rows.map((row) => ({
    sends: row.sends,
    facts: toFacts(customerId, row, appOf.get(row.app_id)),
  }));
}

function toFacts(customerId: string, row: FactsRow, app: AppRow | undefined): PostbackFacts {
  const visit = readVisitParams(row.visit_params);
  return {
    deliveryId: row.postback_id,
    eventType: row.event_type,
    customerId,
    attributionId: row.attribution_id,
    installId: row.install_id,
    installedAt: row.installed_at,
    happenedAt: row.event_type === 'purchase' ? (row.paid_at ?? row.installed_at) : row.installed_at,
    model: row.model,
    confidenceScore: row.confidence_score,
    clickId: row.click_id,
    campaignId: row.campaign_id,
    gaid: row.gaid,
    userId: row.user_id,
    bundleId: app?.bundle_id ?? '',
    appVersion: row.app_version,
    osVersion: row.os_version,
    deviceModel: row.device_model,
    sdkVersion: row.sdk_version,
    userAgent: userAgentIn(row.fingerprint_components),
    networkAddress: row.network,
    gclid: visit.get('gclid') ?? null,
    dclid: visit.get('dclid') ?? null,
    consent: row.consent,
    needsConsent: app?.privacy_mode === 'strict',
    referrerGclid: paramIn(row.referrer, 'gclid'),
    amount: row.amount,
    currency: row.currency,
    isTest: false,
  };
}

/** The components as the app sent them. */
function userAgentIn(components: string | null): string | null {
  const parsed: unknown = components === null ? null : JSON.parse(components);
  const found = typeof parsed === 'object' && parsed !== null ? Reflect.get(parsed, 'user_agent') : null;
  return typeof found === 'string' && found !== '' ? found : null;
}
