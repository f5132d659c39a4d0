import type { OutputOf } from '../../client/procedures.ts';
import type { Column } from '../../parts/column.ts';
import { DataTable } from '../../parts/data-table.tsx';
import { Nothing, State } from '../../values/values.tsx';

export type SdkConfig = OutputOf<'get_sdk_config'>;

interface Setting {
  readonly name: string;
  readonly value: string | number | boolean | null;
  readonly isOwn: boolean;
}

/** Every setting, what it is, and whether it is the account's own. */
export function SettingTable({ of: { config, overridden } }: { of: SdkConfig }) {
  const rows = Object.entries(config).map(([name, value]) => ({
    name,
    value,
    isOwn: overridden.includes(name),
  }));
  return <DataTable name="settings" rows={rows} columns={COLUMNS} keyOf={({ name }) => name} />;
}

const COLUMNS: Column<Setting>[] = [
  {
    key: 'name',
    title: 'Setting',
    value: ({ name }) => name,
    cell: ({ name }) => name.replaceAll('_', ' '),
  },
  {
    key: 'value',
    title: 'In effect',
    value: ({ value }) => value,
    cell: ({ value }) =>
      value === null ? <Nothing /> : value === true ? 'yes' : value === false ? 'no' : value,
  },
  {
    key: 'own',
    title: 'From',
    value: ({ isOwn }) => (isOwn ? 'the account' : 'the platform'),
    cell: ({ isOwn }) => (
      <State word={isOwn ? 'the account' : 'the platform'} tone={isOwn ? 'good' : 'quiet'} />
    ),
  },
];
