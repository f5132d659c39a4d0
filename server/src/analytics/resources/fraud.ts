import { z } from 'zod';
import { period } from '../../counters/period.ts';
import { statementName } from '../groups/count-source.ts';
import { countryValue, isOfCountry } from '../groups/country-argument.ts';
import { endPage, keyTime, type PagedRow, pageEnd, unixMs } from '../page.ts';
import { defineResource } from '../resource.ts';
import { tableOf, timeCell } from '../table.ts';

const LIMIT = 500;

/** Each app's newest through its index, then the newest of all of them. */
const read = (country: string | null) => `
  select newest.flag_id as id, newest.install_id, newest.app_id, newest.rule, newest.rule_version, newest.score,
    newest.signals, ${unixMs('newest.flagged_at')} as flagged_at, ${keyTime('newest.flagged_at')} as page_at
  from unnest($2::uuid[]) as wanted (app_id)
  cross join lateral (
    select * from fraud_flags
    where customer_id = $1 and fraud_flags.app_id = wanted.app_id
      and flagged_at >= $3::date::timestamp at time zone 'UTC'
      and flagged_at < ($4::date + 1)::timestamp at time zone 'UTC'
      and (flagged_at, flag_id) < ($5::timestamptz, $6::uuid)
      ${ofCountry(country)}
    order by flagged_at desc, flag_id desc
    limit ${LIMIT + 1}
  ) newest
  order by newest.flagged_at desc, newest.flag_id desc
  limit ${LIMIT + 1}`;

/** Flags are few: the install of each is looked up. */
const ofCountry = (country: string | null) =>
  country === null
    ? ''
    : `and exists (
        select 1 from attributions
        where attributions.customer_id = $1 and attributions.install_id = fraud_flags.install_id
          ${isOfCountry('attributions.country', country, 7)})`;

const flag = z.object({
  id: z.uuid(),
  install_id: z.uuid(),
  app_id: z.uuid(),
  rule: z.string(),
  rule_version: z.int(),
  score: z.int().describe('How sure the rule is, 0 to 100.'),
  signals: z.record(z.string(), z.union([z.number(), z.string()])).describe('The values that made it fire.'),
  flagged_at: z.int(),
});

type FlagItem = z.output<typeof flag>;

const COLUMNS = Object.keys(flag.shape) as (keyof FlagItem)[];

type FlagRow = FlagItem & PagedRow;

export const fraud = defineResource({
  name: 'fraud',
  means: 'The fraud flags of a period, with the rule that fired and on what: the newest first, 500 a page.',
  output: z.object({ period, flags: z.array(flag), ...pageEnd }),
  feature: 'fraud_detection',
  paged: true,
  async read(reader, { period: { from, to }, after, country }) {
    const values = [from, to, after.at, after.id, ...countryValue(country)];
    const rows = await reader.read<FlagRow>(statementName('analytics-fraud', country), read(country), values);
    const { page, end } = endPage('fraud', rows, LIMIT, ({ id }) => id);
    return { period: { from, to }, flags: page.map(({ page_at, ...flag }) => flag), ...end };
  },
  toTable: ({ flags }) =>
    tableOf(
      COLUMNS,
      flags.map((item) => ({ ...item, flagged_at: timeCell(item.flagged_at) })),
    ),
});
