import { useAccount } from '../../account/account.tsx';
import { mayHave } from '../../account/role.ts';
import { usePeriod } from '../../address/use-period.ts';
import type { OutputOf } from '../../client/procedures.ts';
import { useChange } from '../../client/use-change.ts';
import { useList } from '../../client/use-list.ts';
import type { Column } from '../../parts/column.ts';
import { DataTable } from '../../parts/data-table.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { ConfirmDialog } from '../../parts/forms/confirm-dialog.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { formatDay, formatMoney } from '../../values/format.ts';
import { Day, Money } from '../../values/values.tsx';
import type { Campaign } from './campaign.ts';
import { useCampaign } from './campaign-choice.tsx';

/** Below it are the forms that record more. */
const PAGE_SIZE = 10;

type Spend = OutputOf<'list_ad_spend'>['items'][number];

/** What was recorded of the days of the period, where it came from, and a way to take it back. */
export function SpendTable({ campaigns }: { campaigns: readonly Campaign[] }) {
  const { from, to } = usePeriod();
  const { role } = useAccount();
  const spend = useList('list_ad_spend', {
    p_date_from: from,
    p_date_to: to,
    p_campaign_id: useCampaign(),
  });
  const nameOf = ({ campaign_id }: Spend) =>
    campaigns.find(({ id }) => id === campaign_id)?.name ?? campaign_id;
  const columns = [...columnsOf(nameOf), ...(mayHave(role, 'marketer') ? [actionsOf(nameOf)] : [])];
  return (
    <Loaded of={spend}>
      {(rows) =>
        rows.length === 0 ? (
          <EmptyState>
            No spend is recorded for these days.{' '}
            {mayHave(role, 'marketer') ? 'Record it below, by hand or by file.' : 'A marketer records it.'}
          </EmptyState>
        ) : (
          <DataTable
            name="spend"
            rows={rows}
            columns={columns}
            keyOf={({ id }) => id}
            more={spend.more}
            pageSize={PAGE_SIZE}
          />
        )
      }
    </Loaded>
  );
}

const columnsOf = (nameOf: (spend: Spend) => string): Column<Spend>[] => [
  { key: 'date', title: 'Day (UTC)', value: ({ date }) => date, cell: ({ date }) => <Day date={date} /> },
  { key: 'campaign', title: 'Campaign', value: nameOf },
  {
    key: 'amount',
    title: 'Amount',
    isNumber: true,
    value: ({ amount }) => amount,
    cell: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
  },
  { key: 'currency', title: 'Currency', value: ({ currency }) => currency },
  {
    key: 'source',
    title: 'Recorded',
    value: ({ source }) => source,
    cell: ({ source }) => (source === 'dashboard' ? 'by hand' : `by file (${source})`),
  },
];

const actionsOf = (nameOf: (spend: Spend) => string): Column<Spend> => ({
  key: 'actions',
  title: 'Actions',
  cell: (spend) => spend.amount > 0 && <TakeBack spend={spend} campaign={nameOf(spend)} />,
});

function TakeBack({ spend, campaign }: { spend: Spend; campaign: string }) {
  const { campaign_id, date, amount, currency } = spend;
  const record = useChange('record_ad_spend', ['list_ad_spend', 'analytics.roas']);
  const money = formatMoney(amount, currency);
  return (
    <ConfirmDialog
      button="Take back"
      title={`Take back ${money}?`}
      confirm="Take back"
      onConfirm={() =>
        record.mutateAsync({
          p_campaign_id: campaign_id,
          p_date: date,
          p_amount: 0,
          p_currency: currency,
        })
      }
    >
      <p>
        The spend of “{campaign}” on {formatDay(date)} becomes 0 {currency}. The audit log keeps what it was.
      </p>
    </ConfirmDialog>
  );
}
