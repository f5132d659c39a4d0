import { useState } from 'react';
import { useAccount } from '../../account/account.tsx';
import { appsAtHand } from '../../account/apps-at-hand.ts';
import { useList } from '../../client/use-list.ts';
import { Card } from '../../parts/card.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Page } from '../../parts/page.tsx';
import { KeyTable } from './key-table.tsx';
import { NewKey } from './new-key.tsx';
import { type IssuedKey, ShownKey } from './shown-key.tsx';

/** The SDK keys of the apps: made, copied once, revoked, deleted. */
export function KeysPage() {
  const { app, apps } = useAccount();
  const keys = useList('list_api_keys', app ? { p_app_id: app.id } : {});
  const [issued, setIssued] = useState<IssuedKey | null>(null);
  if (apps.length === 0)
    return (
      <Page title="API keys">
        <EmptyState>An SDK key belongs to an app, and there is none yet. Make an app first.</EmptyState>
      </Page>
    );
  return (
    <Page
      title="API keys"
      intro="An app’s SDK is started with a key. A key is shown once: only a hash of it is kept."
    >
      {issued && <ShownKey issued={issued} onDone={() => setIssued(null)} />}
      <Card title="Make a key">
        <NewKey apps={appsAtHand(apps, app)} onIssued={setIssued} />
      </Card>
      <Card title="Keys">
        <Loaded of={keys}>
          {(items) =>
            items.length === 0 ? (
              <EmptyState>There is no key yet. Make one above, and start the SDK with it.</EmptyState>
            ) : (
              <KeyTable keys={items} more={keys.more} />
            )
          }
        </Loaded>
      </Card>
    </Page>
  );
}
