import type { OutputOf } from '../../client/procedures.ts';
import type { Column } from '../../parts/column.ts';
import { DataTable } from '../../parts/data-table.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { nameOfChannel } from '../../values/channels.ts';
import { nameOfModel } from '../../values/models.ts';
import { Id, Nothing, Time } from '../../values/values.tsx';

type Answer = OutputOf<'explain_attribution'>;
type Rejected = NonNullable<Answer['decision']>['rejected_candidates'][number];

/** The clicks that lost, each with its reason. */
export function Candidates({ of: { decision, considered } }: { of: Answer }) {
  const rejected = decision?.rejected_candidates ?? [];
  if (rejected.length === 0)
    return (
      <EmptyState>
        {considered.length > 0
          ? 'No click but the one that won was near enough to be considered.'
          : 'No click was near enough to be considered.'}
      </EmptyState>
    );
  return (
    <DataTable
      name="candidates"
      rows={rejected}
      columns={COLUMNS}
      keyOf={({ click_id, model }) => `${click_id} ${model}`}
    />
  );
}

const COLUMNS: Column<Rejected>[] = [
  {
    key: 'clicked_at',
    title: 'Click',
    value: ({ clicked_at }) => clicked_at,
    cell: ({ clicked_at }) => <Time at={clicked_at} />,
  },
  { key: 'model', title: 'Found by', value: ({ model }) => model, cell: ({ model }) => nameOfModel(model) },
  {
    key: 'channel',
    title: 'Channel',
    value: ({ channel }) => channel,
    cell: ({ channel }) => (channel === null ? <Nothing /> : nameOfChannel(channel)),
  },
  { key: 'reason', title: 'Why it lost', isLong: true, value: ({ reason }) => reason },
  {
    key: 'click_id',
    title: 'Click id',
    value: ({ click_id }) => click_id,
    cell: ({ click_id }) => <Id value={click_id} />,
  },
];
