import { useScope } from '../../account/use-scope.ts';
import type { OutputOf } from '../../client/procedures.ts';
import { useRead } from '../../client/use-read.ts';
import { Card } from '../../parts/card.tsx';
import type { Column } from '../../parts/column.ts';
import { DataTable } from '../../parts/data-table.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { formatMoney } from '../../values/format.ts';
import { Count, Id } from '../../values/values.tsx';

type Campaign = OutputOf<'analytics.roas'>['campaigns'][number];

const SHOWN = 10;

/** The campaigns that brought most installs. */
export function TopCampaignsCard() {
  const roas = useRead('analytics.roas', useScope());
  return (
    <Card title="Top campaigns">
      <Loaded of={roas}>
        {({ campaigns }) =>
          campaigns.length === 0 ? (
            <EmptyState>No campaign brought anything in these days. Make one, and a link for it.</EmptyState>
          ) : (
            <DataTable
              name="top campaigns"
              rows={campaigns
                .toSorted((a, b) => b.attributed_installs - a.attributed_installs)
                .slice(0, SHOWN)}
              columns={COLUMNS}
              keyOf={({ campaign_id }) => campaign_id}
            />
          )
        }
      </Loaded>
    </Card>
  );
}

const COLUMNS: Column<Campaign>[] = [
  {
    key: 'campaign',
    title: 'Campaign',
    value: ({ name, campaign_id }) => name ?? campaign_id,
    cell: ({ name, campaign_id }) => name ?? <Id value={campaign_id} />,
  },
  { key: 'channel', title: 'Channel', value: ({ channel }) => channel },
  {
    key: 'installs',
    title: 'Installs',
    isNumber: true,
    value: (campaign) => campaign.attributed_installs,
    cell: (campaign) => <Count value={campaign.attributed_installs} />,
  },
  { key: 'revenue', title: 'Revenue', isNumber: true, value: revenueOf },
];

/** In all its currencies. */
function revenueOf({ revenue }: Campaign): string {
  return Object.entries(revenue)
    .map(([currency, { total }]) => formatMoney(total, currency))
    .join(', ');
}
