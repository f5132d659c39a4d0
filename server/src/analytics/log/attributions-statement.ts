import type { Period } from '../../counters/period.ts';
import type { CustomerStatement } from '../../platform/store/query-for-customer.ts';
import { attributionColumns } from './attribution-item.ts';

/** What the log is narrowed to, each by a value or not at all. */
interface LogFilter {
  readonly model: string | null;
  readonly channel: string | null;
  readonly campaignId: string | null;
  readonly linkId: string | null;
  readonly minConfidence: number | null;
  readonly maxConfidence: number | null;
  /** Whether a fraud rule has fired. */
  readonly flagged: boolean | null;
  /** Whether nothing is known to have led to the install. */
  readonly organic: boolean | null;
  /** Two letters; empty for those of which none is known. */
  readonly country: string | null;
}

export interface LogQuery {
  readonly appIds: readonly string[];
  readonly limit: number;
  /** The install that is asked for, whenever it was; null for those of the period. */
  readonly installId: string | null;
  readonly period: Period;
  readonly filter: LogFilter;
  /** The last decision of the page before; null on the first page. */
  readonly last: { readonly createdAt: Date; readonly id: string } | null;
}

const FLAGS = `
  select flagged.rule from fraud_flags flagged
  where flagged.customer_id = $1 and flagged.install_id = shown.install_id`;

const COUNTRY = `
  select made.country from installs made
  where made.customer_id = $1 and made.install_id = shown.install_id`;

/** What a value is asked of; `at` is its parameter. What is asked for is part of the text, so that it costs nothing else. */
const CONDITIONS: Record<keyof LogFilter, (at: string) => string> = {
  model: (at) => `shown.model = ${at}`,
  channel: (at) => `shown.channel = ${at}`,
  campaignId: (at) => `shown.campaign_id = ${at}::uuid`,
  linkId: (at) => `shown.link_id = ${at}::uuid`,
  minConfidence: (at) => `shown.confidence_score >= ${at}::int`,
  maxConfidence: (at) => `shown.confidence_score <= ${at}::int`,
  flagged: (at) => `exists (${FLAGS}) = ${at}::boolean`,
  organic: (at) => `(shown.model = 'organic') = ${at}::boolean`,
  country: (at) => `coalesce((${COUNTRY}), '') = ${at}`,
};

/**
 * The statement that reads a page of the attribution log, newest first, with its values from `$2` on: each app's newest by
 * its index, the newest of all of them, and only those as whole rows.
 */
export function attributionsStatement(query: LogQuery): { statement: CustomerStatement; values: unknown[] } {
  const { appIds, limit, installId, period, filter, last } = query;
  const values: unknown[] = [appIds, limit];
  const given = (condition: (at: string) => string, value: unknown) =>
    value === null ? [] : [condition(`$${values.push(value) + 1}`)];
  const conditions = [
    ...(installId === null
      ? ofPeriod(given, period)
      : given((at) => `shown.install_id = ${at}::uuid`, installId)),
    ...Object.entries(CONDITIONS).flatMap(([name, condition]) =>
      given(condition, filter[name as keyof LogFilter]),
    ),
    ...(last === null
      ? []
      : [
          `(shown.installed_at, shown.attribution_id) <
            ($${values.push(last.createdAt.toISOString()) + 1}::timestamptz, $${values.push(last.id) + 1}::uuid)`,
        ]),
  ];
  const asked = [installId, ...Object.keys(CONDITIONS).map((name) => filter[name as keyof LogFilter]), last];
  const name = `list-attributions-${asked.map((value) => (value === null ? '-' : 'x')).join('')}`;
  return { statement: { name, text: newest(conditions) }, values };
}

type Given = (condition: (at: string) => string, value: unknown) => string[];

function ofPeriod(given: Given, { from, to }: Period): string[] {
  return [
    ...given((at) => `shown.installed_at >= ${at}::date::timestamp at time zone 'UTC'`, from),
    ...given((at) => `shown.installed_at < (${at}::date + 1)::timestamp at time zone 'UTC'`, to),
  ];
}

const newest = (conditions: readonly string[]) => `
  select ${attributionColumns('row')}, row.link_id,
    array(select rule from fraud_flags
      where fraud_flags.customer_id = $1 and fraud_flags.install_id = row.install_id order by rule) as fraud_rules
  from (
    select found.attribution_id
    from unnest($2::uuid[]) as wanted (app_id)
    cross join lateral (
      select shown.installed_at, shown.attribution_id from attributions shown
      where ${['shown.customer_id = $1', 'shown.app_id = wanted.app_id', ...conditions].join(' and ')}
      order by shown.installed_at desc, shown.attribution_id desc
      limit $3
    ) found
    order by found.installed_at desc, found.attribution_id desc
    limit $3
  ) page
  cross join lateral (
    select * from attributions where customer_id = $1 and attribution_id = page.attribution_id limit 1
  ) row
  order by row.installed_at desc, row.attribution_id desc`;
