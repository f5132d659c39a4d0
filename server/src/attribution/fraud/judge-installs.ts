import type { ClientBase } from 'pg';
import type { DecisionFacts } from '../../fraud-rules/fraud-facts.ts';
import type { FraudFlag } from '../../fraud-rules/fraud-rule.ts';
import { judgeAtDecision } from '../../fraud-rules/judge-fraud.ts';
import type { Decision } from '../decide/decide.ts';
import { isSharedNetwork } from '../decide/is-shared-network.ts';
import { readStoreTimes, STORE_SECOND_MS } from '../facts/read-store-times.ts';
import { restsOn } from '../models/models.ts';
import type { DecidedInstall } from '../store/store-attributions.ts';
import { countriesText } from './abroad-text.ts';
import { type FraudApp, loadFraudApps } from './load-fraud-apps.ts';
import { lowerConfidence } from './lower-confidence.ts';
import { countNeighbours, type Neighbours, NO_NEIGHBOURS } from './neighbours/count-neighbours.ts';
import { readAbroad, readClockOff } from './read-mismatches.ts';
import { REVIEW_AFTER_MS } from './review/review-schedule.ts';
import { storeFlags } from './store-flags.ts';
import { type InstallSignals, storeSignals } from './store-signals.ts';
import { verifyIntegrityToken } from './verify-integrity-token.ts';

/**
 * Runs the rules over installs that were just decided: stores what fires and returns the decisions with the
 * confidence that is left. Later facts are for the review.
 *
 * @param now Unix ms.
 */
export async function judgeInstalls(
  client: ClientBase,
  decided: readonly DecidedInstall[],
  now: number,
): Promise<DecidedInstall[]> {
  if (decided.length === 0) return [];
  const apps = await loadFraudApps(
    client,
    decided.map(({ install }) => install.event.app_id),
  );
  const signals = decided.map((one) => signalsOf(one, apps(one.install.event.app_id)));
  // Before counting, so that installs of one batch are each other's neighbours.
  await storeSignals(client, signals, now + REVIEW_AFTER_MS[0]);
  const neighbours = await countNeighbours(
    client,
    signals.map((one) => ({ ...one, ...apps(one.app_id).windows })),
    now,
  );
  const judged = decided.map((one, n) => {
    const app = apps(one.install.event.app_id);
    const flags = judgeAtDecision(factsOf(one, neighbours[n], app), app.settings.rules);
    return { ...one, flags };
  });
  await storeFlags(client, judged.map(toFlagged), now);
  return judged.map(({ install, decision, flags }) => ({ install, decision: lowered(decision, flags) }));
}

function signalsOf({ install, decision }: DecidedInstall, { settings }: FraudApp): InstallSignals {
  const { event, installId, deviceId, kind } = install;
  const abroad = readAbroad(event, decision, settings.rules);
  const { ip_network } = event;
  return {
    customer_id: event.customer_id,
    install_id: installId,
    app_id: event.app_id,
    device_id: deviceId,
    device_key: event.device_key,
    is_first: kind === 'install',
    has_token: (event.integrity_token ?? '') !== '',
    client: event.sdk_version,
    key_resolved: event.key_resolved_at !== null,
    clicked_at: decision.clickedAt,
    link_id: decision.linkId,
    installed_at: event.occurred_at,
    ip_network: ip_network === null || isSharedNetwork(ip_network) ? null : ip_network,
    device_model: event.device_model,
    click_network: decision.traffic.network,
    device_clicks: decision.traffic.deviceClicks,
    abroad: abroad && countriesText(abroad),
  };
}

function factsOf(
  { install: { event }, decision }: DecidedInstall,
  neighbours: Neighbours | undefined,
  { bundleId, settings }: FraudApp,
): DecisionFacts {
  const { beganAt, clickedAt } = readStoreTimes(event);
  const integrity = verifyIntegrityToken(event.integrity_token, bundleId, settings.integrity);
  return {
    installedAt: event.occurred_at,
    click: clickOf(decision, beganAt),
    installBegan: withinSecond(beganAt),
    storeClick: withinSecond(clickedAt),
    referrerClickedAt: decision.traffic.referrerClickedAt,
    abroad: readAbroad(event, decision, settings.rules),
    deviceModel: event.device_model,
    userAgent: userAgentIn(event.fingerprint_components),
    clockOffMs: readClockOff(event),
    ageMs: event.age_ms,
    integrity,
    tokenMissing: integrity.token === 'missing',
    tokenSeen: null,
    histories: null,
    deviceClicks: decision.traffic.deviceClicks,
    ...(neighbours ?? NO_NEIGHBOURS),
  };
}

function withinSecond(at: number | null): DecisionFacts['installBegan'] {
  return at === null ? null : { earliest: at, latest: at + STORE_SECOND_MS };
}

function clickOf(decision: Decision, installBeganAt: number | null): DecisionFacts['click'] {
  const { clickedAt, model, campaignId, channel } = decision;
  if (clickedAt === null) return null;
  const earlier = decision.rejected.filter(
    (other) => other.model === model && other.campaign_id === campaignId && other.channel === channel,
  );
  return {
    clickedAt,
    namedByStore: restsOn(model, 'named_by_store'),
    namedByDevices: decision.traffic.namedBefore + 1,
    cameBack: earlier.some(
      ({ clicked_at }) =>
        installBeganAt !== null && clicked_at !== null && clicked_at <= installBeganAt + STORE_SECOND_MS,
    ),
  };
}

function userAgentIn(components: string | null): string | null {
  return components === null
    ? null
    : ((JSON.parse(components) as { user_agent?: string }).user_agent ?? null);
}

function toFlagged({ install, flags }: DecidedInstall & { flags: readonly FraudFlag[] }) {
  const { customer_id, app_id } = install.event;
  return { customer_id, app_id, install_id: install.installId, flags };
}

function lowered(decision: Decision, flags: readonly FraudFlag[]): Decision {
  if (flags.length === 0) return decision;
  const { score, parts } = lowerConfidence(decision.breakdown, flags);
  const names = flags.map(({ rule }) => rule.replaceAll('_', ' ')).join(', ');
  const reason = `${decision.reason} Lowered to ${score} for signs of fraud: ${names}.`;
  return { ...decision, confidence: score, breakdown: parts, reason };
}
