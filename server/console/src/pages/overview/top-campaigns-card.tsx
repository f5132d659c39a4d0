import { useAccount } from '../../account/account.tsx';
import { mayHave } from '../../account/role.ts';
import { keptSearch, useViewSearch } from '../../address/view-search.ts';
import type { OutputOf } from '../../client/procedures.ts';
import { Card } from '../../parts/card.tsx';
import type { Column } from '../../parts/column.ts';
import { revenueColumns, roasColumns, totalsOf } from '../../parts/currency-columns.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { PageLink } from '../../parts/page-link.tsx';
import { nameOfChannel } from '../../values/channels.ts';
import { Count, Id, Nothing } from '../../values/values.tsx';

type Campaign = OutputOf<'analytics.roas'>['campaigns'][number];

const SHOWN = 10;

/** The campaigns that brought most installs, with what they earned. */
export function TopCampaignsCard({ campaigns }: { campaigns: readonly Campaign[] }) {
  const { role } = useAccount();
  const mayMake = mayHave(role, 'marketer');
  const kept = keptSearch(useViewSearch());
  const toCampaigns = (text: string) => (
    <PageLink to="/campaigns" search={kept}>
      {text}
    </PageLink>
  );
  const top = campaigns.toSorted((a, b) => b.attributed_installs - a.attributed_installs).slice(0, SHOWN);
  return (
    <Card title="Top campaigns" actions={top.length > 0 && toCampaigns('All campaigns')}>
      {top.length === 0 ? (
        <EmptyState action={mayMake && toCampaigns('Make a campaign')}>
          No campaign brought anything in these days (UTC).{' '}
          {mayMake ? 'Make one, and a link for it.' : 'A marketer makes them.'}
        </EmptyState>
      ) : (
        <DataTable
          name="top campaigns"
          rows={top}
          columns={columnsOf(top)}
          keyOf={({ campaign_id }) => campaign_id ?? 'others'}
        />
      )}
    </Card>
  );
}

function columnsOf(rows: readonly Campaign[]): Column<Campaign>[] {
  return [
    ...COLUMNS,
    ...revenueColumns(rows, ({ revenue }) => totalsOf(revenue)),
    ...roasColumns(rows, ({ roas_by_currency }) => roas_by_currency),
  ];
}

const COLUMNS: Column<Campaign>[] = [
  {
    key: 'campaign',
    title: 'Campaign',
    value: ({ name, campaign_id }) => name ?? campaign_id,
    cell: ({ name, campaign_id }) => name ?? <Id value={campaign_id} />,
  },
  {
    key: 'channel',
    title: 'Channel',
    value: ({ channel }) => channel,
    cell: ({ channel }) => (channel === null ? <Nothing /> : nameOfChannel(channel)),
  },
  {
    key: 'installs',
    title: 'Installs',
    isNumber: true,
    value: (campaign) => campaign.attributed_installs,
    cell: (campaign) => <Count value={campaign.attributed_installs} />,
  },
];
