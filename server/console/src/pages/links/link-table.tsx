import { Link } from '@tanstack/react-router';
import { useAccount } from '../../account/account.tsx';
import { keptSearch, useViewSearch } from '../../address/view-search.ts';
import type { OutputOf } from '../../client/procedures.ts';
import type { Column } from '../../parts/column.ts';
import { DataTable } from '../../parts/data-table.tsx';
import { nameOfChannel } from '../../values/channels.ts';
import { State, Time } from '../../values/values.tsx';

export type LinkItem = OutputOf<'list_links'>['items'][number];

interface LinkTableProps {
  readonly links: readonly LinkItem[];
  readonly more: (() => void) | undefined;
}

/** Links, each of which leads to its own page. */
export function LinkTable({ links, more }: LinkTableProps) {
  const { apps } = useAccount();
  const columns: Column<LinkItem>[] = [
    { key: 'slug', title: 'Link', value: ({ slug }) => slug, cell: (link) => <Open of={link} /> },
    {
      key: 'app',
      title: 'App',
      value: ({ app_id }) => apps.find(({ id }) => id === app_id)?.name ?? app_id,
    },
    {
      key: 'channel',
      title: 'Channel',
      value: ({ channel }) => channel,
      cell: ({ channel }) => nameOfChannel(channel),
    },
    {
      key: 'state',
      title: 'State',
      value: ({ active }) => (active ? 'active' : 'paused'),
      cell: ({ active }) => <State word={active ? 'active' : 'paused'} tone={active ? 'good' : 'warn'} />,
    },
    {
      key: 'created_at',
      title: 'Made',
      value: ({ created_at }) => created_at,
      cell: ({ created_at }) => <Time at={created_at} />,
    },
  ];
  return <DataTable name="links" rows={links} columns={columns} keyOf={({ id }) => id} more={more} />;
}

function Open({ of: { id, slug } }: { of: LinkItem }) {
  const kept = keptSearch(useViewSearch());
  return (
    <Link to={`/links/${id}` as never} search={kept as never}>
      /{slug}
    </Link>
  );
}
