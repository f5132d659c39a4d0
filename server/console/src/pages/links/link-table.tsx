import { useNameOfApp } from '../../account/use-name-of-app.ts';
import { keptSearch, useSetSearch, useViewSearch } from '../../address/view-search.ts';
import type { Column } from '../../parts/column.ts';
import { DataTable } from '../../parts/data-table.tsx';
import { PageLink } from '../../parts/page-link.tsx';
import { nameOfChannel } from '../../values/channels.ts';
import { Day, Nothing } from '../../values/values.tsx';
import type { LinkItem } from './link-item.ts';
import { LinkState, stateOf } from './link-state.tsx';

interface LinkTableProps {
  readonly links: readonly LinkItem[];
  readonly campaigns: readonly { readonly id: string; readonly name: string }[];
  readonly more: (() => void) | undefined;
}

const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);

/** Links, each of which leads to its own page. */
export function LinkTable({ links, campaigns, more }: LinkTableProps) {
  const nameOfApp = useNameOfApp();
  const nameOf = ({ campaign_id }: LinkItem) =>
    campaigns.find(({ id }) => id === campaign_id)?.name ?? campaign_id;
  const columns: Column<LinkItem>[] = [
    { key: 'slug', title: 'Link', value: addressOf, cell: (link) => <Open of={link} /> },
    { key: 'app', title: 'App', value: ({ app_id }) => nameOfApp(app_id) },
    { key: 'campaign', title: 'Campaign', value: nameOf, cell: (link) => nameOf(link) ?? <Nothing /> },
    {
      key: 'channel',
      title: 'Channel',
      value: ({ channel }) => channel,
      cell: ({ channel }) => nameOfChannel(channel),
    },
    {
      key: 'tags',
      title: 'Tags',
      value: ({ tags }) => tags.join(', '),
      cell: ({ tags }) => <Tags of={tags} />,
    },
    {
      key: 'state',
      title: 'State',
      value: (link) => stateOf(link, Date.now()),
      cell: (link) => <LinkState of={link} />,
    },
    {
      key: 'created_at',
      title: 'Made',
      value: ({ created_at }) => created_at,
      cell: ({ created_at }) => <Day date={dayOf(created_at)} />,
    },
  ];
  return <DataTable name="links" rows={links} columns={columns} keyOf={({ id }) => id} more={more} />;
}

/** Each narrows the list to the links that have it. */
function Tags({ of: tags }: { of: readonly string[] }) {
  const setSearch = useSetSearch();
  if (tags.length === 0) return <Nothing />;
  return (
    <span className="tags">
      {tags.map((tag) => (
        <button key={tag} type="button" className="tag" onClick={() => setSearch({ tag }, true)}>
          <span className="hidden-label">Links with the tag </span>
          {tag}
        </button>
      ))}
    </span>
  );
}

/** As people tell a link from others: on the service's own host by its slug alone. */
const addressOf = ({ domain, slug }: LinkItem) => `${domain ?? ''}/${slug}`;

function Open({ of: link }: { of: LinkItem }) {
  const kept = keptSearch(useViewSearch());
  return (
    <PageLink to={`/links/${link.id}`} search={kept}>
      {addressOf(link)}
    </PageLink>
  );
}
