import type { OutputOf } from '../../client/procedures.ts';
import { formatMoney, formatNumber, formatPercent, formatRatio, formatShort } from '../../values/format.ts';

type Summary = OutputOf<'analytics.summary'>;
type Installs = OutputOf<'analytics.installs'>;
type Roas = OutputOf<'analytics.roas'>;

/** The reports of one period. */
export interface Reports {
  readonly summary: Summary | undefined;
  readonly installs: Installs | undefined;
  /** Undefined also where the plan does not have it. */
  readonly roas: Roas | undefined;
}

/** One figure of the overview: of the period, of the one before, and day by day. Null where there is none. */
export interface OverviewFigure {
  /** In the address. */
  readonly id: string;
  readonly title: string;
  readonly now: number | null;
  readonly before: number | null;
  readonly course: readonly (number | null)[] | null;
  readonly format: (value: number) => string;
  readonly formatTick: (value: number) => string;
  readonly isLessBetter?: boolean;
}

/** Every figure that the reports have, in the order in which they are shown. */
export function figuresOf(now: Reports, before: Reports): OverviewFigure[] {
  return [...installFigures(now, before), ...moneyFigures(now, before)];
}

const COUNTS = { format: formatNumber, formatTick: formatShort };
const PERCENTS = { format: formatPercent, formatTick: formatPercent };
const RATIOS = { format: formatRatio, formatTick: formatRatio };

function installFigures(now: Reports, before: Reports): OverviewFigure[] {
  const days = now.installs?.days ?? [];
  const pair = (told: (reports: Reports) => number | null | undefined) => ({
    now: told(now) ?? null,
    before: told(before) ?? null,
  });
  const course = (told: (day: Installs['days'][number]) => number) =>
    days.map((day) => (day.total === 0 ? null : told(day)));
  return [
    {
      id: 'installs',
      title: 'Installs',
      ...pair(({ summary }) => summary?.total_installs),
      course: days.map(({ total }) => total),
      ...COUNTS,
    },
    {
      id: 'high-confidence',
      title: 'High confidence',
      ...pair(({ summary }) => ofSome(summary, summary?.high_confidence_rate_pct)),
      course: course((day) => day.high_confidence_rate_pct),
      ...PERCENTS,
    },
    {
      id: 'confidence',
      title: 'Average confidence',
      ...pair(({ summary }) => ofSome(summary, summary?.avg_confidence_score)),
      course: course((day) => day.avg_confidence),
      ...COUNTS,
    },
    {
      id: 'fraud',
      title: 'Fraud share',
      ...pair(({ summary, installs }) => shareOf(installs?.flagged_installs, summary?.total_installs)),
      course: null,
      ...PERCENTS,
      isLessBetter: true,
    },
  ];
}

/** The averages of no installs are no figures. */
function ofSome(summary: Summary | undefined, value: number | undefined): number | null | undefined {
  return summary?.total_installs === 0 ? null : value;
}

/** How many of the installs were flagged, in percent; null of none, and where the plan does not tell. */
export function shareOf(flagged: number | null | undefined, installs: number | undefined): number | null {
  return typeof flagged === 'number' && installs ? (100 * flagged) / installs : null;
}

function moneyFigures({ installs, roas }: Reports, before: Reports): OverviewFigure[] {
  if (!roas) return [];
  const dates = installs?.days.map(({ date }) => date) ?? [];
  const onDay = new Map(roas.days.map(({ date, by_currency }) => [date, by_currency]));
  return currenciesOf(roas, before.roas).flatMap((currency) => {
    const now = roas.by_currency[currency];
    const earlier = before.roas?.by_currency[currency];
    const revenue: OverviewFigure = {
      id: `revenue.${currency}`,
      title: `Revenue, ${currency}`,
      now: now?.revenue ?? 0,
      before: before.roas ? (earlier?.revenue ?? 0) : null,
      course: dates.map((date) => onDay.get(date)?.[currency]?.revenue ?? 0),
      format: (value) => formatMoney(value, currency),
      formatTick: (value) => formatMoney(value, currency, true),
    };
    if (!now?.spend && !earlier?.spend) return [revenue];
    const roasFigure: OverviewFigure = {
      id: `roas.${currency}`,
      title: `Return on ad spend, ${currency}`,
      now: now?.roas ?? null,
      before: earlier?.roas ?? null,
      course: dates.map((date) => onDay.get(date)?.[currency]?.roas ?? null),
      ...RATIOS,
    };
    return [revenue, roasFigure];
  });
}

/** Those of either period, the largest revenue first. */
function currenciesOf(now: Roas, before: Roas | undefined): string[] {
  const revenue = (currency: string) => now.by_currency[currency]?.revenue ?? 0;
  const all = new Set([...Object.keys(now.by_currency), ...Object.keys(before?.by_currency ?? {})]);
  return [...all].sort((a, b) => revenue(b) - revenue(a) || (a < b ? -1 : 1));
}
