import { sumDeltas } from './sum-deltas.ts';

/** What an attributed install adds to, or takes from, one row of install_counts. */
export interface InstallDelta {
  readonly customer_id: string;
  readonly app_id: string;
  /** UTC day, as `2026-01-31`. */
  readonly day: string;
  readonly model: string;
  readonly channel: string;
  readonly installs: number;
  readonly confidence_sum: number;
  readonly high_confidence: number;
  /** Those of the installs that have no confidence of ours. */
  readonly unscored: number;
}

/** From this score on an attribution counts as of high confidence. */
export const HIGH_CONFIDENCE = 80;

/** What an attribution's row remembers of how it was counted; `counted_day` is null for one that is not. */
export interface CountedInstall {
  readonly customer_id: string;
  readonly app_id: string;
  readonly counted_day: string | null;
  readonly counted_model: string | null;
  readonly counted_channel: string | null;
  readonly counted_campaign_id: string | null;
  readonly counted_link_id: string | null;
  /** null for an imported install: averages leave it out. */
  readonly counted_confidence: number | null;
}

/** The counter change of a counted attribution: `sign` 1 counts it, -1 takes back exactly what was counted. */
export function installDelta(fact: CountedInstall, sign: 1 | -1): InstallDelta[] {
  const { customer_id, app_id, counted_day, counted_model, counted_channel, counted_confidence } = fact;
  if (counted_day === null || counted_model === null || counted_channel === null) return [];
  const confidence = counted_confidence ?? 0;
  return [
    {
      customer_id,
      app_id,
      day: counted_day,
      model: counted_model,
      channel: counted_channel,
      installs: sign,
      confidence_sum: sign * confidence,
      high_confidence: confidence >= HIGH_CONFIDENCE ? sign : 0,
      unscored: counted_confidence === null ? sign : 0,
    },
  ];
}

/** One change for each row of install_counts; none that comes to nothing. */
export function sumInstallDeltas(deltas: readonly InstallDelta[]): InstallDelta[] {
  return sumDeltas(
    deltas,
    ['customer_id', 'app_id', 'day', 'model', 'channel'],
    ['installs', 'confidence_sum', 'high_confidence', 'unscored'],
  );
}
