import { useAccount } from '../../account/account.tsx';
import { mayHave } from '../../account/role.ts';
import { keptSearch, useViewSearch } from '../../address/view-search.ts';
import type { OutputOf } from '../../client/procedures.ts';
import { Card } from '../../parts/card.tsx';
import type { Column } from '../../parts/column.ts';
import { revenueColumns, totalsOf } from '../../parts/currency-columns.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { PageLink } from '../../parts/page-link.tsx';
import { nameOfChannel } from '../../values/channels.ts';
import { Count } from '../../values/values.tsx';

type TopLink = OutputOf<'analytics.roas'>['links'][number];

const SHOWN = 10;

/** The links that brought most installs, with what their campaigns earned by them. */
export function TopLinksCard({ links }: { links: readonly TopLink[] }) {
  const { role } = useAccount();
  const mayMake = mayHave(role, 'marketer');
  const kept = keptSearch(useViewSearch());
  const toLinks = (text: string) => (
    <PageLink to="/links" search={kept}>
      {text}
    </PageLink>
  );
  const top = links.slice(0, SHOWN);
  const columns = [...COLUMNS, ...revenueColumns(top, ({ revenue }) => totalsOf(revenue))];
  return (
    <Card title="Top links" actions={top.length > 0 && toLinks('All links')}>
      {top.length === 0 ? (
        <EmptyState action={mayMake && toLinks('Make a link')}>
          No link was followed in these days (UTC).{' '}
          {mayMake ? 'Make one, and share it.' : 'A marketer makes them.'}
        </EmptyState>
      ) : (
        <DataTable name="top links" rows={top} columns={columns} keyOf={({ link_id }) => link_id} />
      )}
    </Card>
  );
}

const COLUMNS: Column<TopLink>[] = [
  { key: 'link', title: 'Link', value: ({ slug }) => slug, cell: (row) => <ToLink {...row} /> },
  {
    key: 'channel',
    title: 'Channel',
    value: ({ channel }) => channel,
    cell: ({ channel }) => nameOfChannel(channel),
  },
  {
    key: 'clicks',
    title: 'Clicks',
    isNumber: true,
    value: ({ clicks }) => clicks,
    cell: ({ clicks }) => <Count value={clicks} />,
  },
  {
    key: 'installs',
    title: 'Installs',
    isNumber: true,
    value: (link) => link.attributed_installs,
    cell: (link) => <Count value={link.attributed_installs} />,
  },
];

function ToLink({ link_id, slug }: TopLink) {
  const kept = keptSearch(useViewSearch());
  return (
    <PageLink to={`/links/${link_id}`} search={kept}>
      {slug}
    </PageLink>
  );
}
