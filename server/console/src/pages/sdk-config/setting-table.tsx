import type { OutputOf } from '../../client/procedures.ts';
import type { Column } from '../../parts/column.ts';
import { DataTable } from '../../parts/data-table.tsx';
import { formatRatio } from '../../values/format.ts';
import { Nothing, State } from '../../values/values.tsx';

export type SdkConfig = OutputOf<'get_sdk_config'>;

type Value = string | number | boolean | null;

interface Setting {
  readonly name: string;
  readonly own: Value;
  readonly inherited: Value;
  readonly value: Value;
  readonly isOwn: boolean;
}

/** Every setting: the account's own, the platform's, and what holds. */
export function SettingTable({ of: { config, inherited, overridden } }: { of: SdkConfig }) {
  const rows = Object.entries(config).map(([name, value]) => ({
    name,
    own: overridden.includes(name) ? value : null,
    inherited: inherited[name as keyof typeof inherited],
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
    key: 'override',
    title: 'The account’s',
    value: ({ own }) => own,
    cell: ({ own }) => <Shown value={own} />,
  },
  {
    key: 'inherited',
    title: 'The platform’s',
    value: ({ inherited }) => inherited,
    cell: ({ inherited }) => <Shown value={inherited} />,
  },
  {
    key: 'value',
    title: 'In effect',
    value: ({ value }) => value,
    cell: ({ value }) => (
      <b>
        <Shown value={value} />
      </b>
    ),
  },
  {
    key: 'from',
    title: 'From',
    value: ({ isOwn }) => (isOwn ? 'the account' : 'the platform'),
    cell: ({ isOwn }) => (
      <State word={isOwn ? 'the account' : 'the platform'} tone={isOwn ? 'good' : 'quiet'} />
    ),
  },
];

function Shown({ value }: { value: Value }) {
  if (value === null) return <Nothing />;
  if (typeof value === 'number') return formatRatio(value);
  return value === true ? 'yes' : value === false ? 'no' : value;
}
