import type { Pool } from 'pg';
import { queryForCustomer } from '../../platform/store/query-for-customer.ts';
import { DAY_MS } from '../../platform/values/day-ms.ts';
import { findCandidates } from '../decide/find-candidates.ts';
import { toInstallFacts } from '../decide/to-install-facts.ts';
import { loadEvents } from '../event-queue/load-events.ts';
import type { AttributionSettings } from '../facts/attribution-settings.ts';
import { likenessTable } from '../models/likeness-table.ts';
import { modelsResting, NAMING } from '../models/models.ts';
import { loadAppTraits, toAppDay } from '../traits/load-app-traits.ts';
import { type JudgedLikeness, judgeLikeness } from './judge-likeness.ts';
import { type LikenessReport, reportLikeness } from './likeness-report.ts';

/** More installs hardly change the figures. */
const MOST = 2000;
const DAYS = 30;
/** Decided at once, so that nothing else waits long. */
const BATCH = 200;

const FIND = {
  name: 'find-labelled-installs',
  text: `
    select installs.install_id, installs.device_id, installs.event_id, installs.kind,
      attributions.click_id, attributions.campaign_id, attributions.link_id, attributions.channel
    from attributions join installs on installs.customer_id = $1 and installs.install_id = attributions.install_id
    where attributions.customer_id = $1 and attributions.app_id = $2 and attributions.installed_at >= $3
      and attributions.model in ${modelsResting(...NAMING)} and attributions.click_id is not null
    order by attributions.installed_at desc
    limit ${MOST}`,
};

interface LabelledRow {
  readonly install_id: string;
  readonly device_id: string;
  readonly event_id: string;
  readonly kind: 'install' | 'reinstall';
  readonly click_id: string;
  readonly campaign_id: string | null;
  readonly link_id: string | null;
  readonly channel: string;
}

interface CalibratedApp {
  readonly id: string;
  readonly customerId: string;
  readonly settings: AttributionSettings;
}

/**
 * Asks likeness about the newest installs of an app that name their click, as if they did not. Changes nothing.
 *
 * @param now Unix ms.
 */
export async function calibrateApp(pool: Pool, app: CalibratedApp, now: number): Promise<LikenessReport> {
  const since = new Date(now - DAYS * DAY_MS).toISOString();
  const labelled = await queryForCustomer<LabelledRow>(pool, app.customerId, FIND, [app.id, since]);
  const judged: JudgedLikeness[] = [];
  for (let at = 0; at < labelled.length; at += BATCH)
    judged.push(...(await judgeBatch(pool, app, labelled.slice(at, at + BATCH), now)));
  return reportLikeness(judged, likenessTable(app.settings.adoptedTable));
}

/** Installs whose event is gone are left out. */
async function judgeBatch(
  pool: Pool,
  { id: app_id, customerId: customer_id, settings }: CalibratedApp,
  rows: readonly LabelledRow[],
  now: number,
): Promise<JudgedLikeness[]> {
  const byEvent = new Map(rows.map((row) => [row.event_id, row]));
  const events = await loadEvents(
    pool,
    rows.map(({ event_id }) => ({ customer_id, app_id, event_id })),
  );
  const traitsOf = await loadAppTraits(pool, events.map(toAppDay));
  const labelled = events.flatMap((event) => {
    const row = byEvent.get(event.event_id);
    if (!row) return [];
    const known = { installId: row.install_id, deviceId: row.device_id, kind: row.kind };
    return [{ install: toInstallFacts(event, known, traitsOf(toAppDay(event))), truth: toTruth(row) }];
  });
  const questions = labelled.map(({ install }) => ({ install, settings }));
  const candidates = await findCandidates(pool, questions, now);
  return labelled.map((one, n) => judgeLikeness({ ...one, candidates: candidates[n] ?? [] }, settings));
}

function toTruth({ click_id, campaign_id, link_id, channel }: LabelledRow) {
  return { clickId: click_id, campaignId: campaign_id, linkId: link_id, channel };
}
