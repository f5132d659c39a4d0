import type { Tally } from '../play/tally.ts';
import type { AdNetwork } from '../service/start-ad-network.ts';
import { CURRENCY } from '../story/plan-life.ts';
import type { Summary } from './read-summary.ts';

/** Compares the reports with what was played; returns a line for each figure that differs. */
export function findDifferences(
  summary: Summary,
  tally: Readonly<Tally>,
  network: Pick<AdNetwork, 'accepted' | 'refused'>,
): string[] {
  const revenue = summary.revenue[CURRENCY];
  const spent = summary.campaigns.reduce((sum, { spend }) => sum + inCents(spend[CURRENCY]), 0);
  const byChannel = Object.values(summary.installsByChannel).reduce((sum, installs) => sum + installs, 0);
  const figures: readonly (readonly [name: string, reported: number, played: number])[] = [
    ['installs', summary.installs, tally.installs],
    ['installs by channel', byChannel, tally.installs],
    ['payments', revenue?.count ?? 0, tally.payments],
    ['gross revenue in cents', inCents(revenue?.gross), tally.grossCents],
    ['refunds in cents', inCents(revenue?.refunded), tally.refundedCents],
    ['net revenue in cents', inCents(revenue?.net), tally.grossCents - tally.refundedCents],
    ['ad spend in cents', spent, tally.spentCents],
    ['postbacks sent', summary.postbacksByStatus.sent ?? 0, network.accepted.size],
    ['postbacks failed', summary.postbacksByStatus.failed ?? 0, network.refused.size],
  ];
  return figures
    .filter(([, reported, played]) => reported !== played)
    .map(([name, reported, played]) => `${name}: ${reported} reported, ${played} played`);
}

const inCents = (amount = 0) => Math.round(amount * 100);
