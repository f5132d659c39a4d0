import { useList } from '../../client/use-list.ts';
import { Card } from '../../parts/card.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Page } from '../../parts/page.tsx';
import { DomainTable } from './domain-table.tsx';
import { NewDomain } from './new-domain.tsx';

/** The account's own hosts for links, with what proves them. */
export function DomainsPage() {
  const domains = useList('list_domains', {});
  return (
    <Page
      title="Domains"
      intro="Links on a host of your own, once a DNS record or a file has proven that it is yours."
    >
      <Card title="Domains">
        <Loaded of={domains}>
          {(rows) =>
            rows.length === 0 ? (
              <EmptyState>There is none yet: links are on the service’s own host.</EmptyState>
            ) : (
              <DomainTable domains={rows} more={domains.more} />
            )
          }
        </Loaded>
      </Card>
      <Card title="Add a domain">
        <NewDomain />
      </Card>
    </Page>
  );
}
