import type { Owner } from '../../backend/owner.ts';

/** Money as the reports give it: a JSON number in major units. */
interface InCurrency {
  readonly gross: number;
  readonly refunded: number;
  readonly net: number;
  readonly count: number;
  readonly attributed: number;
}

interface Campaign {
  readonly name: string | null;
  readonly channel: string | null;
  readonly attributed_installs: number;
  readonly revenue: Readonly<Record<string, { readonly in_app_revenue: number; readonly total: number }>>;
  readonly spend: Readonly<Record<string, number>>;
  readonly roas: number | null;
}

type Counts = Readonly<Record<string, number>>;

/** What the reports say about the story. */
export interface Summary {
  readonly installs: number;
  readonly averageConfidence: number;
  readonly installsByChannel: Counts;
  readonly revenue: Readonly<Record<string, InCurrency>>;
  readonly matchedPct: number;
  readonly campaigns: readonly Campaign[];
  readonly flagsByRule: Counts;
  readonly postbacksByStatus: Counts;
}

/** Reads the reports of a period, as the account's owner. The dates are ISO dates, both included. */
export async function readSummary(owner: Owner, from: string, to: string): Promise<Summary> {
  const period = { date_from: from, date_to: to };
  const summary = await owner.analytics<{
    total_installs: number;
    avg_confidence_score: number;
    installs_by_channel: Counts;
  }>('summary', period);
  const revenue = await owner.analytics<{
    by_currency: Summary['revenue'];
    attribution_rate_pct: number;
  }>('revenue', period);
  const { campaigns } = await owner.analytics<{ campaigns: Campaign[] }>('roas', period);
  return {
    installs: summary.total_installs,
    averageConfidence: summary.avg_confidence_score,
    installsByChannel: summary.installs_by_channel,
    revenue: revenue.by_currency,
    matchedPct: revenue.attribution_rate_pct,
    campaigns,
    flagsByRule: await countFlags(owner, period),
    postbacksByStatus: await countPostbacks(owner),
  };
}

async function countFlags(owner: Owner, period: Record<string, string>): Promise<Counts> {
  const rules: string[] = [];
  for (let cursor: string | null | undefined = ''; cursor != null; ) {
    const page: { flags: { rule: string }[]; next_cursor: string | null } = await owner.analytics('fraud', {
      ...period,
      ...(cursor !== '' && { cursor }),
    });
    rules.push(...page.flags.map(({ rule }) => rule));
    cursor = page.next_cursor;
  }
  return count(rules);
}

async function countPostbacks(owner: Owner): Promise<Counts> {
  const statuses: string[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: { items: { status: string }[]; next_cursor: string | null } = await owner.rpc(
      'list_postbacks',
      { p_limit: 200, ...(cursor !== '' && { p_cursor: cursor }) },
    );
    statuses.push(...page.items.map(({ status }) => status));
    cursor = page.next_cursor;
  }
  return count(statuses);
}

function count(names: readonly string[]): Counts {
  const groups = Map.groupBy(names, (name) => name);
  return Object.fromEntries(Array.from(groups, ([name, all]) => [name, all.length]));
}
