import { Link } from '@tanstack/react-router';
import { useAccount } from '../../account/account.tsx';
import { mayHave } from '../../account/role.ts';
import { useScope } from '../../account/use-scope.ts';
import { keptSearch, useViewSearch } from '../../address/view-search.ts';
import type { OutputOf } from '../../client/procedures.ts';
import { useChange } from '../../client/use-change.ts';
import { useRead } from '../../client/use-read.ts';
import { Amounts } from '../../parts/amounts.tsx';
import type { Column } from '../../parts/column.ts';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import { nameOfChannel } from '../../values/channels.ts';
import { formatRatio } from '../../values/format.ts';
import { Count, Nothing, State } from '../../values/values.tsx';

export type Campaign = OutputOf<'list_campaigns'>['items'][number];
type Return = OutputOf<'analytics.roas'>['campaigns'][number];

interface CampaignTableProps {
  readonly campaigns: readonly Campaign[];
  readonly more: (() => void) | undefined;
}

/** Campaigns with what they cost and brought in the period, as far as the plan has it. */
export function CampaignTable({ campaigns, more }: CampaignTableProps) {
  const { data: returns } = useRead('analytics.roas', useScope());
  const returnOf = new Map(returns?.campaigns.map((each) => [each.campaign_id, each]));
  const columns: Column<Campaign>[] = [
    {
      key: 'name',
      title: 'Campaign',
      value: ({ name }) => name,
      cell: (campaign) => <Links of={campaign} />,
    },
    {
      key: 'channel',
      title: 'Channel',
      value: ({ channel }) => channel,
      cell: ({ channel }) => (channel === null ? <Nothing /> : nameOfChannel(channel)),
    },
    ...returnColumns((campaign) => returnOf.get(campaign.id)),
    {
      key: 'archived',
      title: 'State',
      value: ({ archived }) => (archived ? 'archived' : 'active'),
      cell: ({ archived }) => (
        <State word={archived ? 'archived' : 'active'} tone={archived ? 'quiet' : 'good'} />
      ),
    },
    { key: 'actions', title: 'Actions', cell: (campaign) => <Archive campaign={campaign} /> },
  ];
  return <DataTable name="campaigns" rows={campaigns} columns={columns} keyOf={({ id }) => id} more={more} />;
}

function returnColumns(returnOf: (campaign: Campaign) => Return | undefined): Column<Campaign>[] {
  const totals = (campaign: Campaign) =>
    Object.fromEntries(
      Object.entries(returnOf(campaign)?.revenue ?? {}).map(([currency, { total }]) => [currency, total]),
    );
  return [
    {
      key: 'installs',
      title: 'Installs',
      isNumber: true,
      value: (campaign) => returnOf(campaign)?.attributed_installs ?? 0,
      cell: (campaign) => <Count value={returnOf(campaign)?.attributed_installs ?? 0} />,
    },
    {
      key: 'revenue',
      title: 'Revenue',
      isNumber: true,
      value: (campaign) => textOf(totals(campaign)),
      cell: (campaign) => <Amounts of={totals(campaign)} />,
    },
    {
      key: 'spend',
      title: 'Spend',
      isNumber: true,
      value: (campaign) => textOf(returnOf(campaign)?.spend ?? {}),
      cell: (campaign) => <Amounts of={returnOf(campaign)?.spend ?? {}} />,
    },
    {
      key: 'roas',
      title: 'ROAS',
      isNumber: true,
      value: (campaign) => returnOf(campaign)?.roas ?? null,
      cell: (campaign) => <Roas of={returnOf(campaign)} />,
    },
  ];
}

/** In CSV: `EUR 12.5; KES 300`. */
const textOf = (amounts: Readonly<Record<string, number>>) =>
  Object.entries(amounts)
    .map(([currency, amount]) => `${currency} ${amount}`)
    .join('; ');

function Roas({ of: given }: { of: Return | undefined }) {
  const known = Object.entries(given?.roas_by_currency ?? {}).filter(([, value]) => value !== null);
  if (known.length === 0) return <Nothing />;
  return (
    <>
      {known.map(([currency, value]) => (
        <div key={currency}>
          {formatRatio(value ?? 0)} <span className="hint">{currency}</span>
        </div>
      ))}
    </>
  );
}

function Links({ of: { id, name } }: { of: Campaign }) {
  const kept = keptSearch(useViewSearch());
  return (
    <Link to={'/links' as never} search={{ ...kept, campaign: id } as never}>
      {name}
    </Link>
  );
}

function Archive({ campaign }: { campaign: Campaign }) {
  const { role } = useAccount();
  const update = useChange('update_campaign', ['list_campaigns']);
  if (!mayHave(role, 'marketer')) return null;
  if (campaign.archived)
    return (
      <button
        type="button"
        disabled={update.isPending}
        onClick={() => update.mutate({ p_campaign_id: campaign.id, p_archived: false })}
      >
        Restore
      </button>
    );
  return (
    <ConfirmDialog
      button="Archive"
      title={`Archive “${campaign.name}”?`}
      confirm="Archive"
      onConfirm={() => update.mutateAsync({ p_campaign_id: campaign.id, p_archived: true })}
    >
      <p>Its links keep working and its figures stay. It can be restored.</p>
    </ConfirmDialog>
  );
}
