import type { Pool } from 'pg';
import type { CampaignRevenueRow, RevenueRow } from '../../payments/testing/books.ts';
import { type RevenueQuestion, revenueReference } from '../../payments/testing/revenue/revenue-reference.ts';
import { decimal, divide, sum } from './exact-sums.ts';

/** The body of the revenue resource by the reference, with every number as its text in normal form. */
export async function revenueBody(pool: Pool, question: RevenueQuestion): Promise<object> {
  const lines = await revenueReference<RevenueRow>(pool, 'revenue', question);
  const count = lines.reduce((all, { payments }) => all + payments, 0);
  const attributed = lines.reduce((all, line) => all + line.attributed_payments, 0);
  const byProvider = group(
    lines,
    ({ provider }) => provider,
    (ofProvider) => group(ofProvider, ({ currency }) => currency, netOf),
  );
  return {
    period: { from: question.from, to: question.to },
    payment_count: String(count),
    by_currency: group(
      lines,
      ({ currency }) => currency,
      (ofCurrency) => ({
        gross: sum(ofCurrency.map(({ gross }) => gross)),
        refunded: sum(ofCurrency.map(({ refunded }) => refunded)),
        net: netOf(ofCurrency),
        count: sum(ofCurrency.map(({ payments }) => String(payments))),
        attributed: sum(ofCurrency.map((line) => line.attributed)),
      }),
    ),
    by_provider: Object.fromEntries(
      Object.entries(byProvider).map(([provider, nets]) => {
        const [net, ...others] = Object.values(nets);
        return [provider, others.length > 0 ? null : net];
      }),
    ),
    by_provider_currency: byProvider,
    attributed_count: String(attributed),
    attribution_rate_pct: String(count === 0 ? 0 : Math.round((100 * attributed) / count)),
  };
}

const netOf = (lines: readonly RevenueRow[]) =>
  sum(lines.flatMap(({ gross, refunded }) => [gross, `-${refunded}`]));

interface PaymentLine {
  readonly amount: string;
  readonly received_at: number;
}

/** The payments of all pages. */
export async function paymentsOf(pool: Pool, question: RevenueQuestion): Promise<object[]> {
  const lines = await revenueReference<PaymentLine>(pool, 'payments', question);
  return lines.map((line) => ({
    ...line,
    amount: decimal(line.amount),
    received_at: String(line.received_at),
  }));
}

interface OfCampaign {
  readonly campaign_id: string;
}

/** Revenue of links by currency, of those that have any, by id. */
export async function revenueOfLinks(pool: Pool, question: RevenueQuestion): Promise<object> {
  const earned = await revenueReference<Omit<CampaignRevenueRow, 'campaign_id'> & { link_id: string }>(
    pool,
    'links',
    question,
  );
  const revenue = group(
    earned,
    ({ link_id }) => link_id,
    (own) => withoutNothing(group(own, ({ currency }) => currency, sumsOf)),
  );
  return Object.fromEntries(Object.entries(revenue).filter(([, sums]) => Object.keys(sums).length > 0));
}

/** The campaigns of the roas resource, by id; names are not looked at. */
export async function roasCampaigns(pool: Pool, question: RevenueQuestion): Promise<object[]> {
  const earned = await revenueReference<CampaignRevenueRow>(pool, 'campaigns', question);
  const installs = await revenueReference<OfCampaign & { attributed_installs: number }>(
    pool,
    'installs',
    question,
  );
  const spent = await revenueReference<OfCampaign & { currency: string; spend: string }>(
    pool,
    'spend',
    question,
  );
  const spentAnything = spent.filter(({ spend }) => spend !== '0');
  const ids = new Set([...earned, ...installs, ...spentAnything].map(({ campaign_id }) => campaign_id));
  return [...ids].sort().map((campaign_id) => {
    const mine = <Row extends OfCampaign>(rows: readonly Row[]) =>
      rows.filter((row) => row.campaign_id === campaign_id);
    const revenue = group(mine(earned), ({ currency }) => currency, sumsOf);
    const spend = Object.fromEntries(mine(spentAnything).map((row) => [row.currency, row.spend]));
    const currencies = [...new Set([...Object.keys(revenue), ...Object.keys(spend)])].sort();
    const ratio = (currency: string) => divide(revenue[currency]?.total ?? '0', spend[currency] ?? '0');
    const [only, ...others] = Object.keys(spend);
    return {
      campaign_id,
      attributed_installs: String(mine(installs)[0]?.attributed_installs ?? 0),
      revenue: withoutNothing(revenue),
      spend,
      roas_by_currency: Object.fromEntries(currencies.map((currency) => [currency, ratio(currency)])),
      roas: only === undefined || others.length > 0 ? null : ratio(only),
      possible_double_revenue: {},
    };
  });
}

/** A group of the roas resource: what all campaigns together brought of the installs that are asked for. */
export async function roasGroup(
  pool: Pool,
  question: RevenueQuestion,
): Promise<{ attributed_installs: string; revenue: object; possible_double_revenue: object }> {
  const earned = await revenueReference<CampaignRevenueRow>(pool, 'campaigns', question);
  const installs = await revenueReference<{ attributed_installs: number }>(pool, 'installs', question);
  return {
    attributed_installs: sum(installs.map((row) => String(row.attributed_installs))),
    revenue: withoutNothing(group(earned, ({ currency }) => currency, sumsOf)),
    possible_double_revenue: {},
  };
}

/** Revenue, spend and return by currency of one period: what campaigns brought, and payments that none did. */
export async function earnedByCurrency(pool: Pool, question: RevenueQuestion): Promise<object> {
  const campaigns = await revenueReference<CampaignRevenueRow>(pool, 'campaigns', question);
  const payments = await revenueReference<RevenueRow>(pool, 'revenue', question);
  const spent = await revenueReference<{ currency: string; spend: string }>(pool, 'spend', question);
  const named = [...campaigns, ...payments, ...spent.filter(({ spend }) => spend !== '0')];
  const currencies = [...new Set(named.map(({ currency }) => currency))].sort();
  return Object.fromEntries(
    currencies.map((currency) => {
      const own = <Row extends { currency: string }>(rows: readonly Row[]) =>
        rows.filter((row) => row.currency === currency);
      const ofCampaigns = sum(own(campaigns).flatMap(({ in_app, payment }) => [in_app, payment]));
      const paidForThem = own(campaigns).map(({ payment }) => `-${payment}`);
      const spend = sum(own(spent).map((row) => row.spend));
      const revenue = sum([ofCampaigns, netOf(own(payments)), ...paidForThem]);
      return [currency, { revenue, spend, roas: divide(ofCampaigns, spend) }];
    }),
  );
}

function sumsOf(lines: readonly Pick<CampaignRevenueRow, 'in_app' | 'payment'>[]) {
  return {
    in_app_revenue: sum(lines.map(({ in_app }) => in_app)),
    payment_revenue: sum(lines.map(({ payment }) => payment)),
    total: sum(lines.flatMap(({ in_app, payment }) => [in_app, payment])),
  };
}

/** A currency whose amounts are all zero is left out. */
function withoutNothing<Sums extends Record<string, string>>(
  revenue: Record<string, Sums>,
): Record<string, Sums> {
  return Object.fromEntries(
    Object.entries(revenue).filter(([, sums]) => Object.values(sums).some((amount) => amount !== '0')),
  );
}

function group<Row, Value>(
  rows: readonly Row[],
  nameOf: (row: Row) => string,
  bodyOf: (rows: readonly Row[]) => Value,
): Record<string, Value> {
  return Object.fromEntries(Array.from(Map.groupBy(rows, nameOf), ([name, some]) => [name, bodyOf(some)]));
}
