import { useState } from 'react';
import { useAccount } from '../../account/account.tsx';
import { mayHave } from '../../account/role.ts';
import { useList } from '../../client/use-list.ts';
import { Card } from '../../parts/card.tsx';
import { CopyText } from '../../parts/copy-text.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Page } from '../../parts/page.tsx';
import { DeliveriesCard } from './deliveries-card.tsx';
import { NetworkTable } from './network-table.tsx';
import { NewNetwork } from './new-network.tsx';

/** The ad networks that get installs and purchases, and every delivery to them. */
export function PostbacksPage() {
  const { app, role } = useAccount();
  const networks = useList('list_ad_network_configs', { p_app_id: app?.id ?? null });
  const [secret, setSecret] = useState<string | null>(null);
  return (
    <Page title="Ad networks" intro="Each network is told of the installs and purchases that it brought.">
      {secret && (
        <Card title="The signing secret of your new network">
          <p role="status">Deliveries are signed with it. It is shown this once.</p>
          <CopyText text={secret} label="Copy the secret" />
        </Card>
      )}
      <Card title="Networks">
        <Loaded of={networks}>
          {(rows) =>
            rows.length === 0 ? (
              <EmptyState>No network is told anything yet. A developer sets one up here.</EmptyState>
            ) : (
              <NetworkTable networks={rows} more={networks.more} />
            )
          }
        </Loaded>
      </Card>
      <DeliveriesCard networks={networks.data ?? []} />
      {mayHave(role, 'developer') && (
        <Card title="Set up a network">
          <NewNetwork onSecret={setSecret} />
        </Card>
      )}
    </Page>
  );
}
