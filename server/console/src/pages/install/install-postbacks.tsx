import { keptSearch, useViewSearch } from '../../address/view-search.ts';
import { useList } from '../../client/use-list.ts';
import { EmptyState } from '../../parts/empty-state.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { PageLink } from '../../parts/page-link.tsx';
import { DeliveryTable } from '../postbacks/delivery-table.tsx';

/** The deliveries to ad networks that are about the install. */
export function InstallPostbacks({ installId }: { installId: string }) {
  const kept = keptSearch(useViewSearch());
  const deliveries = useList('list_postbacks', { p_install_id: installId });
  return (
    <Loaded of={deliveries}>
      {(rows) =>
        rows.length === 0 ? (
          <EmptyState
            action={
              <PageLink to="/postbacks" search={kept}>
                Look at the ad networks
              </PageLink>
            }
          >
            No network was told of it: none is set up for what brought it.
          </EmptyState>
        ) : (
          <DeliveryTable deliveries={rows} networks={[]} more={deliveries.more} />
        )
      }
    </Loaded>
  );
}
