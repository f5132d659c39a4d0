import { usePeriod } from '../../address/use-period.ts';
import type { OutputOf } from '../../client/procedures.ts';
import { useRead } from '../../client/use-read.ts';
import type { Column } from '../../parts/column.ts';
import { DataTable } from '../../parts/data-table.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Count, Percent } from '../../values/values.tsx';
import { PLATFORMS } from '../links/link-arguments.ts';
import type { LinkItem } from '../links/link-item.ts';
import { conditionOf } from '../links/who-gets-what.ts';

type RuleCount = OutputOf<'link_stats'>['rules'][number];

/** How many clicks followed each rule of a link, also those that it had before. */
export function RuleClicks({ link }: { link: LinkItem }) {
  const { from, to } = usePeriod();
  const stats = useRead('link_stats', { p_link_id: link.id, p_date_from: from, p_date_to: to });
  return (
    <Loaded of={stats}>
      {({ rules, clicks }) => (
        <>
          <DataTable
            name="rules"
            rows={rules}
            columns={columnsOf(link, rules)}
            keyOf={({ index, url }) => `${index} ${url}`}
          />
          <p className="hint">
            <Count value={clicks} /> clicks in this period, those that followed no rule included.
          </p>
        </>
      )}
    </Loaded>
  );
}

function columnsOf({ rules }: LinkItem, counted: readonly RuleCount[]): Column<RuleCount>[] {
  const all = counted.reduce((sum, { clicks }) => sum + clicks, 0);
  const forWhom = ({ index, url }: RuleCount) => {
    const rule = rules[index];
    if (rule?.url !== url) return 'an earlier rule';
    const device = PLATFORMS.find(({ id }) => id === rule.when.platform)?.name;
    const share = rule.weight === undefined ? '' : `share ${rule.weight}`;
    return [device, conditionOf(rule), share].filter(Boolean).join(', ') || 'everyone';
  };
  return [
    { key: 'rule', title: 'Rule', value: ({ index }) => index + 1 },
    { key: 'for', title: 'For', value: forWhom },
    { key: 'url', title: 'Leads to', value: ({ url }) => url },
    {
      key: 'clicks',
      title: 'Clicks',
      isNumber: true,
      value: ({ clicks }) => clicks,
      cell: ({ clicks }) => <Count value={clicks} />,
    },
    {
      key: 'share',
      title: 'Of these',
      isNumber: true,
      value: ({ clicks }) => (all === 0 ? null : Math.round((1000 * clicks) / all) / 10),
      cell: ({ clicks }) => <Percent value={all === 0 ? null : (100 * clicks) / all} />,
    },
  ];
}
