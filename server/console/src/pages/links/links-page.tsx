import { useAccount } from '../../account/account.tsx';
import { mayHave } from '../../account/role.ts';
import { useSetSearch } from '../../address/view-search.ts';
import { useList } from '../../client/use-list.ts';
import { Card } from '../../parts/card.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Page } from '../../parts/page.tsx';
import { PageLink } from '../../parts/page-link.tsx';
import { LinkFilters, useLinkFilters } from './link-filters.tsx';
import { LinkTable } from './link-table.tsx';
import { NewLink } from './new-link.tsx';
import { PageWords } from './page-words.tsx';

/** The short links of the apps. */
export function LinksPage() {
  const { app, apps, role } = useAccount();
  const narrowed = useLinkFilters();
  const campaigns = useList('list_campaigns', { p_app_id: app?.id ?? null, p_limit: 200 });
  const domains = useList('list_domains', { p_limit: 200 }, { enabled: mayHave(role, 'marketer') });
  const links = useList('list_links', { p_app_id: app?.id ?? null, ...narrowed });
  if (apps.length === 0)
    return (
      <Page title="Links">
        <EmptyState action={<PageLink to="/setup">Make an app</PageLink>}>
          A link belongs to an app, and there is none yet.
        </EmptyState>
      </Page>
    );
  return (
    <Page
      title="Links"
      intro="Each click on a link is recorded, and may be what an install is attributed to."
    >
      <Card title="Links" actions={<LinkFilters />}>
        <Loaded of={links}>
          {(items) =>
            items.length === 0 ? (
              <NoLink isNarrowed={Object.values(narrowed).some(Boolean)} />
            ) : (
              <LinkTable links={items} campaigns={campaigns.data ?? []} more={links.more} />
            )
          }
        </Loaded>
      </Card>
      {mayHave(role, 'marketer') && (
        <Card title="Make a link">
          <Loaded of={domains}>
            {(hosts) => <NewLink campaigns={campaigns.data ?? []} domains={hosts} />}
          </Loaded>
        </Card>
      )}
      {mayHave(role, 'account-owner') && <PageWords />}
    </Page>
  );
}

function NoLink({ isNarrowed }: { isNarrowed: boolean }) {
  const { role } = useAccount();
  const setSearch = useSetSearch();
  const showAll = (
    <button type="button" onClick={() => setSearch({ campaign: null, tag: null, text: null }, true)}>
      Show all links
    </button>
  );
  if (isNarrowed) return <EmptyState action={showAll}>No link fits this.</EmptyState>;
  return (
    <EmptyState>
      There is no link here yet.{' '}
      {mayHave(role, 'marketer')
        ? 'Make one below and put it wherever people see it.'
        : 'A marketer makes them.'}
    </EmptyState>
  );
}
