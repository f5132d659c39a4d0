import { useAccount } from '../../account/account.tsx';
import { useSetSearch, useViewSearch } from '../../address/view-search.ts';
import type { InputOf } from '../../client/procedures.ts';
import { useList } from '../../client/use-list.ts';
import { Card } from '../../parts/card.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { Choice } from '../../parts/forms/choice.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { DeliveryTable } from './delivery-table.tsx';
import type { Network } from './network-table.tsx';

type Status = NonNullable<InputOf<'list_postbacks'>['p_status']>;

const STATUSES: Record<Status, string> = {
  pending: 'Waiting',
  sent: 'Sent',
  failed: 'Failed',
  skipped: 'Skipped, without consent',
};
const OPTIONS = [{ id: 'all', name: 'All' }, ...Object.entries(STATUSES).map(([id, name]) => ({ id, name }))];

/** Deliveries to the networks, the newest first, with every attempt. */
export function DeliveriesCard({ networks }: { networks: readonly Network[] }) {
  const { app } = useAccount();
  const { status = 'all' } = useViewSearch();
  const setSearch = useSetSearch();
  const isStatus = (text: string): text is Status => Object.hasOwn(STATUSES, text);
  const deliveries = useList('list_postbacks', {
    p_app_id: app?.id ?? null,
    p_status: isStatus(status) ? status : null,
  });
  return (
    <Card
      title="Deliveries"
      actions={
        <Choice
          label="State"
          isCompact
          options={OPTIONS}
          chosen={isStatus(status) ? status : 'all'}
          onChoose={(id) => setSearch({ status: id === 'all' ? null : id })}
        />
      }
    >
      <Loaded of={deliveries}>
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState>Nothing here. A delivery is made for each install that a network brought.</EmptyState>
          ) : (
            <DeliveryTable deliveries={rows} networks={networks} more={deliveries.more} />
          )
        }
      </Loaded>
    </Card>
  );
}
