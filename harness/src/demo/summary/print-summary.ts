import type { Tally } from '../play/tally.ts';
import { CURRENCY } from '../story/plan-life.ts';
import { type BarRow, drawBars } from './draw-bars.ts';
import type { Summary } from './read-summary.ts';

/** The summary as lines of text: tables with bars. */
export function printSummary(summary: Summary, tally: Readonly<Tally>): string[] {
  const revenue = summary.revenue[CURRENCY];
  const totals = [
    ['payments', `${revenue?.count ?? 0}`],
    ['gross', inDollars(revenue?.gross ?? 0)],
    ['refunded', inDollars(revenue?.refunded ?? 0)],
    ['net', inDollars(revenue?.net ?? 0)],
    ['tied to a known device', `${summary.matchedPct} %`],
  ];
  const width = Math.max(...totals.map(([, value = '']) => value.length));
  return [
    `Installs by channel (${summary.installs} in all, average confidence ${summary.averageConfidence})`,
    ...drawBars(countRows(summary.installsByChannel)),
    '',
    `Campaigns, by revenue in ${CURRENCY}`,
    ...drawBars(campaignRows(summary), ['campaign', 'installs', 'spend', 'ROAS', 'revenue']),
    '',
    `Payments in ${CURRENCY}`,
    ...totals.map(([label = '', value = '']) => `  ${label.padEnd(22)}  ${value.padStart(width)}`),
    '',
    'Fraud flags by rule',
    ...drawBars(countRows(summary.flagsByRule)),
    '',
    'Postbacks by status',
    ...drawBars(countRows(summary.postbacksByStatus)),
    '',
    `Played: clicks ${tally.clicks}, events ${tally.events}, payments ${tally.payments}, refunds ${tally.refunds}.`,
  ];
}

function countRows(counts: Readonly<Record<string, number>>): BarRow[] {
  return Object.entries(counts)
    .map(([label, value]) => ({ label, value, cells: [String(value)] }))
    .sort((a, b) => b.value - a.value);
}

function campaignRows({ campaigns }: Summary): BarRow[] {
  return campaigns
    .map(({ name, attributed_installs, revenue, spend, roas }) => {
      const value = revenue[CURRENCY]?.total ?? 0;
      const ratio = roas === null ? '-' : roas.toFixed(2);
      const cells = [String(attributed_installs), inDollars(spend[CURRENCY] ?? 0), ratio, inDollars(value)];
      return { label: name ?? 'unknown', value, cells };
    })
    .sort((a, b) => b.value - a.value);
}

const inDollars = (amount: number) => amount.toFixed(2);
