import type { OutputOf } from '../../client/procedures.ts';
import type { Column } from '../../parts/column.ts';
import { DataTable } from '../../parts/data-table.tsx';
import { PageLink } from '../../parts/page-link.tsx';
import { signalsText } from '../../values/signals-text.ts';
import { Count, State, Time } from '../../values/values.tsx';

export type Flag = OutputOf<'analytics.fraud'>['flags'][number];

/** Flags, the newest first, each with what made its rule fire. */
export function FlagTable({ flags }: { flags: readonly Flag[] }) {
  return <DataTable name="flags" rows={flags} columns={COLUMNS} keyOf={({ id }) => id} />;
}

const COLUMNS: Column<Flag>[] = [
  {
    key: 'flagged_at',
    title: 'When',
    value: ({ flagged_at }) => flagged_at,
    cell: ({ flagged_at }) => <Time at={flagged_at} />,
  },
  {
    key: 'rule',
    title: 'Rule',
    value: ({ rule }) => rule,
    cell: ({ rule }) => <State word={rule.replaceAll('_', ' ')} tone="bad" />,
  },
  {
    key: 'score',
    title: 'Sure',
    isNumber: true,
    value: ({ score }) => score,
    cell: ({ score }) => <Count value={score} />,
  },
  {
    key: 'signals',
    title: 'What made it fire',
    value: ({ signals }) => signalsText(signals),
  },
  {
    key: 'install',
    title: 'Install',
    value: ({ install_id }) => install_id,
    cell: ({ install_id }) => <PageLink to={`/installs/${install_id}`}>Explain it</PageLink>,
  },
];
