import type { Column } from '../../parts/column.ts';
import { DataTable } from '../../parts/data-table.tsx';
import { Count } from '../../values/values.tsx';
import type { Flag } from './flag-table.tsx';

interface RuleCount {
  readonly rule: string;
  readonly flags: number;
  readonly installs: number;
}

/** How often each rule has fired. */
export function RuleTable({ flags }: { flags: readonly Flag[] }) {
  const rows = [...Map.groupBy(flags, ({ rule }) => rule)].map(([rule, of]) => ({
    rule,
    flags: of.length,
    installs: new Set(of.map(({ install_id }) => install_id)).size,
  }));
  return <DataTable name="rules" rows={rows} columns={COLUMNS} keyOf={({ rule }) => rule} />;
}

const COLUMNS: Column<RuleCount>[] = [
  { key: 'rule', title: 'Rule', value: ({ rule }) => rule, cell: ({ rule }) => rule.replaceAll('_', ' ') },
  {
    key: 'flags',
    title: 'Flags',
    isNumber: true,
    value: ({ flags }) => flags,
    cell: ({ flags }) => <Count value={flags} />,
  },
  {
    key: 'installs',
    title: 'Installs',
    isNumber: true,
    value: ({ installs }) => installs,
    cell: ({ installs }) => <Count value={installs} />,
  },
];
