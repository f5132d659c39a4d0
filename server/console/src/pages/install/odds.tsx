import type { OutputOf } from '../../client/procedures.ts';
import type { Column } from '../../parts/column.ts';
import { DataTable } from '../../parts/data-table.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { nameOfChannel } from '../../values/channels.ts';
import { Id, Nothing } from '../../values/values.tsx';

type Explanation = OutputOf<'explain_attribution'>['explanations'][number];

/** Everything that may have led to the install by likeness, each held against all others. */
export function Odds({ of: explanations }: { of: readonly Explanation[] }) {
  if (explanations.length === 0)
    return (
      <EmptyState>
        Nothing was weighed: an id or the referrer said which click it was, or no click came from the
        install’s network.
      </EmptyState>
    );
  return (
    <>
      <DataTable
        name="odds"
        rows={[...explanations]}
        columns={COLUMNS}
        keyOf={({ kind, click_id }) => `${kind} ${click_id}`}
      />
      <p className="hint">
        By what is known now. A campaign is named if it is at least 92 % of all that is possible, and if no id
        says more.
      </p>
    </>
  );
}

const COLUMNS: Column<Explanation>[] = [
  {
    key: 'kind',
    title: 'What may have led to it',
    value: ({ kind, channel }) => channel ?? kind,
    cell: ({ channel, clicks }) =>
      channel === null
        ? 'It came by itself'
        : `${nameOfChannel(channel)}, ${clicks === 1 ? '1 click' : `${clicks} clicks`}`,
  },
  { key: 'percent', title: 'Likely to, %', isNumber: true, value: ({ percent }) => percent },
  { key: 'odds', title: 'Odds', value: ({ odds }) => odds },
  {
    key: 'weights',
    title: 'What speaks for it and against it',
    isLong: true,
    value: ({ weights }) => weights.map(({ text }) => text).join('; '),
  },
  {
    key: 'click_id',
    title: 'Click id',
    value: ({ click_id }) => click_id,
    cell: ({ click_id }) => (click_id === null ? <Nothing /> : <Id value={click_id} />),
  },
];
