import { useNameOfApp } from '../../account/use-name-of-app.ts';
import { useScope } from '../../account/use-scope.ts';
import { keptSearch, useViewSearch } from '../../address/view-search.ts';
import type { OutputOf } from '../../client/procedures.ts';
import { useRead } from '../../client/use-read.ts';
import type { Column } from '../../parts/column.ts';
import { revenueColumns, roasColumns, spendColumns, totalsOf } from '../../parts/currency-columns.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import { PageLink } from '../../parts/page-link.tsx';
import { nameOfChannel } from '../../values/channels.ts';
import { Count, Nothing, State } from '../../values/values.tsx';
import type { Campaign } from './campaign.ts';
import { CampaignActions } from './campaign-actions.tsx';

type Return = OutputOf<'analytics.roas'>['campaigns'][number];

interface CampaignTableProps {
  readonly campaigns: readonly Campaign[];
  readonly more: (() => void) | undefined;
}

/** Campaigns with what they cost and brought in the period, as far as the plan has it. */
export function CampaignTable({ campaigns, more }: CampaignTableProps) {
  const { data: returns } = useRead('analytics.roas', useScope());
  const nameOfApp = useNameOfApp();
  const returnOf = new Map(returns?.campaigns.map((each) => [each.campaign_id, each]));
  const columns: Column<Campaign>[] = [
    {
      key: 'name',
      title: 'Campaign',
      value: ({ name }) => name,
      cell: (campaign) => <Links of={campaign} />,
    },
    {
      key: 'app',
      title: 'App',
      value: ({ app_id }) => (app_id === null ? 'All apps' : nameOfApp(app_id)),
    },
    {
      key: 'channel',
      title: 'Channel',
      value: ({ channel }) => channel,
      cell: ({ channel }) => (channel === null ? <Nothing /> : nameOfChannel(channel)),
    },
    ...returnColumns(campaigns, ({ id }) => returnOf.get(id), returns && 0),
    {
      key: 'archived',
      title: 'State',
      value: ({ archived }) => (archived ? 'archived' : 'active'),
      cell: ({ archived }) => (
        <State word={archived ? 'archived' : 'active'} tone={archived ? 'quiet' : 'good'} />
      ),
    },
    { key: 'actions', title: 'Actions', cell: (campaign) => <CampaignActions campaign={campaign} /> },
  ];
  return <DataTable name="campaigns" rows={campaigns} columns={columns} keyOf={({ id }) => id} more={more} />;
}

/**
 * A column a currency: so they sort as numbers, and are never added up.
 *
 * @param none the installs of a campaign that the report does not name; undefined while that is not known
 */
function returnColumns(
  campaigns: readonly Campaign[],
  returnOf: (campaign: Campaign) => Return | undefined,
  none: 0 | undefined,
): Column<Campaign>[] {
  const installsOf = (campaign: Campaign) => returnOf(campaign)?.attributed_installs ?? none;
  return [
    {
      key: 'installs',
      title: 'Installs',
      isNumber: true,
      value: (campaign) => installsOf(campaign) ?? null,
      cell: (campaign) => <Shown count={installsOf(campaign)} />,
    },
    ...revenueColumns(campaigns, (campaign) => totalsOf(returnOf(campaign)?.revenue ?? {})),
    ...spendColumns(campaigns, (campaign) => returnOf(campaign)?.spend ?? {}),
    ...roasColumns(campaigns, (campaign) => returnOf(campaign)?.roas_by_currency ?? {}),
  ];
}

function Links({ of: { id, name } }: { of: Campaign }) {
  const kept = keptSearch(useViewSearch());
  return (
    <PageLink to="/links" search={{ ...kept, campaign: id }}>
      {name}
    </PageLink>
  );
}

function Shown({ count }: { count: number | undefined }) {
  return count === undefined ? <Nothing /> : <Count value={count} />;
}
