import type { PoolClient } from 'pg';
import { latestConsent } from '../../consent/latest-consent-sql.ts';
import {
  DEVICE_DIMENSIONS,
  type DeviceDimension,
  groupValue,
  type InstallGroups,
} from '../../counters/dimensions.ts';
import type { CountedInstall } from '../../counters/facts/attributions.ts';
import { utcDay } from '../../counters/utc-day.ts';
import { queryGiven } from '../../platform/store/query-given.ts';
import { timeOrderedId } from '../../platform/values/time-ordered-id.ts';
import type { AttributedInstall } from '../../postbacks/outbox/queue-install-postbacks.ts';
import type { Decision } from '../decide/decide.ts';
import { readDeviceTraits } from '../decide/to-install-facts.ts';
import type { QueuedEvent } from '../event-queue/queued-event.ts';
import type { RecordedInstall } from './record-installs.ts';

const INSERT = `
  insert into attributions (customer_id, attribution_id, install_id, app_id, device_id, install_kind, installed_at,
    decided_at, model, channel, campaign_id, link_id, click_id, confidence_score, confidence_breakdown, signals_used,
    reason, rejected_candidates, near_tie, postback_status, counted_day, counted_model, counted_channel,
    counted_campaign_id, counted_link_id, counted_confidence, ${DEVICE_DIMENSIONS.join(', ')}, consent)
  select customer_id, attribution_id, install_id, app_id, device_id, install_kind,
    to_timestamp(installed_at / 1000.0), to_timestamp(decided_at / 1000.0), model, channel, campaign_id, link_id,
    click_id, confidence_score, confidence_breakdown, signals_used, reason, rejected_candidates, near_tie,
    postback_status, counted_day, counted_model, counted_channel, counted_campaign_id, counted_link_id,
    counted_confidence, ${DEVICE_DIMENSIONS.join(', ')},
    ${latestConsent({ customer: 'given.customer_id', app: 'given.app_id', device: 'given.device_id' })}
  from json_to_recordset($1::json) as given (customer_id uuid, attribution_id uuid, install_id uuid, app_id uuid,
    device_id uuid, install_kind text, installed_at bigint, decided_at bigint, model text, channel text,
    campaign_id uuid, link_id uuid, click_id uuid, confidence_score smallint, confidence_breakdown jsonb,
    signals_used jsonb, reason text, rejected_candidates jsonb, near_tie boolean, postback_status text,
    counted_day date, counted_model text, counted_channel text, counted_campaign_id uuid, counted_link_id uuid,
    counted_confidence smallint, ${DEVICE_DIMENSIONS.map((name) => `${name} text`).join(', ')})
  order by customer_id, attribution_id`;

/** An install with the decision about it. */
export interface DecidedInstall {
  readonly install: RecordedInstall;
  readonly decision: Decision;
  /** Imported installs are reported to no network. */
  readonly postbackStatus?: 'skipped';
  /** The confidence of an imported decision is unknown: no average counts it. */
  readonly isScored?: boolean;
}

/** A decision as it was stored: what is counted, and what is sent to ad networks. */
export type StoredDecision = CountedInstall &
  AttributedInstall &
  InstallGroups & { readonly device_id: string };

/**
 * Stores decisions and returns how each is to be counted.
 *
 * @param now Unix ms.
 */
export async function storeAttributions(
  client: PoolClient,
  decided: readonly DecidedInstall[],
  now: number,
): Promise<StoredDecision[]> {
  if (decided.length === 0) return [];
  const rows = decided.map((one) => toRow(one, now));
  await queryGiven(client, { name: 'insert-attributions', text: INSERT }, rows);
  return rows;
}

function toRow({ install, decision, postbackStatus, isScored = true }: DecidedInstall, now: number) {
  const { event } = install;
  return {
    customer_id: event.customer_id,
    attribution_id: timeOrderedId(now),
    install_id: install.installId,
    app_id: event.app_id,
    device_id: install.deviceId,
    install_kind: install.kind,
    installed_at: event.occurred_at,
    decided_at: now,
    model: decision.model,
    channel: decision.channel,
    campaign_id: decision.campaignId,
    link_id: decision.linkId,
    click_id: decision.clickId,
    confidence_score: decision.confidence,
    confidence_breakdown: decision.breakdown,
    signals_used: decision.signals,
    reason: decision.reason,
    rejected_candidates: decision.rejected,
    near_tie: decision.isNearTie,
    postback_status: postbackStatus ?? null,
    ...deviceOf(event),
    ...countedAs(install, decision, isScored),
  };
}

/** What it is grouped by of its device: the event may go one day. */
function deviceOf(event: QueuedEvent): Pick<InstallGroups, DeviceDimension> {
  const { deviceModel, osVersion } = readDeviceTraits(event);
  return {
    country: event.country,
    app_version: groupValue(event.app_version),
    os_version: groupValue(osVersion),
    device_model: groupValue(deviceModel),
  };
}

/** Re-installs are attributed, but are not new installs: they are not counted. */
function countedAs({ event, kind }: RecordedInstall, decision: Decision, isScored: boolean) {
  const counts = kind === 'install';
  return {
    counted_day: counts ? utcDay(event.occurred_at) : null,
    counted_model: counts ? decision.model : null,
    counted_channel: counts ? decision.channel : null,
    counted_campaign_id: counts ? decision.campaignId : null,
    counted_link_id: counts ? decision.linkId : null,
    counted_confidence: counts && isScored ? decision.confidence : null,
  };
}
