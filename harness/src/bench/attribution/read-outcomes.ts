import type { Pool } from 'pg';
import type { PlayedClick, PlayedWorld } from '../../world/play/play-world.ts';
import type { InstallTruth } from '../../world/truth.ts';

/** What the service decided about an install, with the truth. */
export interface Outcome {
  readonly truth: InstallTruth;
  readonly model: string;
  readonly confidence: number;
  readonly breakdown: Readonly<Record<string, number>>;
  /** The click that it was attributed to; null for none. */
  readonly click: PlayedClick | null;
  /** The click that the evidence names, if any. */
  readonly claimed: PlayedClick | null;
  /** The click that really was the cause. */
  readonly source: PlayedClick | null;
  /** ms from the claimed click to the install, as dated by the service. */
  readonly claimAge: number | null;
  /** Names of the rules that flagged it. */
  readonly flags: readonly string[];
}

interface Row {
  readonly event_id: string;
  readonly model: string;
  readonly click_id: string | null;
  readonly installed_at: Date;
  readonly confidence_score: number;
  readonly confidence_breakdown: Record<string, number>;
  readonly flags: string[];
}

const READ = `
  select installs.event_id, model, click_id, attributions.installed_at, confidence_score, confidence_breakdown,
    array(select rule from fraud_flags where fraud_flags.customer_id = attributions.customer_id
      and fraud_flags.install_id = attributions.install_id) as flags
  from attributions join installs using (customer_id, install_id)
  where customer_id = $1`;

/** Reads the outcome of every install of a played world. */
export async function readOutcomes(pool: Pool, played: PlayedWorld): Promise<Outcome[]> {
  const { rows } = await pool.query<Row>(READ, [played.tenant.accountId]);
  const byEvent = new Map(rows.map((row) => [row.event_id, row]));
  const clickById = new Map<string, PlayedClick>();
  for (const click of played.clicks.values()) {
    if (!clickById.has(click.clickId)) clickById.set(click.clickId, click);
  }
  const clickOf = (key: string | null) => (key === null ? null : (played.clicks.get(key) ?? null));
  return played.truths.map((truth): Outcome => {
    const row = byEvent.get(truth.eventId);
    if (row === undefined) throw new Error(`the install ${truth.eventId} has no attribution`);
    const claimed = clickOf(truth.claimed);
    return {
      truth,
      claimed,
      model: row.model,
      confidence: row.confidence_score,
      breakdown: row.confidence_breakdown,
      click: row.click_id === null ? null : (clickById.get(row.click_id) ?? null),
      source: clickOf(truth.source),
      claimAge: claimed === null ? null : row.installed_at.getTime() - claimed.at,
      flags: row.flags,
    };
  });
}
