import { Navigate } from '@tanstack/react-router';
import { useState } from 'react';
import { type App, useAccount } from '../../account/account.tsx';
import { mayHave } from '../../account/role.ts';
import { placeOf } from '../../address/place-of.ts';
import { useViewSearch } from '../../address/view-search.ts';
import { useList } from '../../client/use-list.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { Page } from '../../parts/page.tsx';
import { AccountStep } from './account-step.tsx';
import { AppStep } from './app-step.tsx';
import { EventStep } from './event-step.tsx';
import { KeyStep } from './key-step.tsx';
import { useFocusOnNewStep } from './step-card.tsx';

/** The first run: an account, an app, a key, and an event that arrives. The address names the app, and so the step. */
export function SetupPage() {
  const { account, apps, app } = useAccount();
  const search = useViewSearch();
  const [only] = apps;
  if (only && apps.length === 1 && !search.app && search.step !== 'app') {
    const next = { ...search, app: only.id };
    return <Navigate {...placeOf('/setup', next)} replace />;
  }
  const chosen = search.step === 'app' ? null : app;
  return (
    <Page title="Set up" intro="From nothing to the first event.">
      <Steps app={account ? chosen : null} hasAccount={account !== null} />
    </Page>
  );
}

/** A key that is known here: in memory alone, so that it is gone with the page. */
interface KnownKey {
  readonly appId: string;
  readonly apiKey: string;
}

function Steps({ app, hasAccount }: { app: App | null; hasAccount: boolean }) {
  const { role } = useAccount();
  const [known, setKnown] = useState<KnownKey | null>(null);
  const keys = useList('list_api_keys', { p_app_id: app?.id ?? null }, { enabled: app !== null });
  const apiKey = known && known.appId === app?.id ? known.apiKey : null;
  const isKeyed = apiKey !== null || keys.data?.some(({ status }) => status === 'active');
  const appStep = keys.data ? (isKeyed || !mayHave(role, 'developer') ? 'event' : 'key') : null;
  useFocusOnNewStep(!hasAccount ? 'account' : app ? appStep : 'app');
  if (!hasAccount) return <AccountStep />;
  if (!app) return <AppStep />;
  const take = (made: string) => setKnown({ appId: app.id, apiKey: made });
  return (
    <Loaded of={keys}>
      {() =>
        appStep === 'key' ? (
          <KeyStep app={app} onKey={take} />
        ) : (
          <EventStep key={app.id} app={app} apiKey={apiKey} onKey={take} />
        )
      }
    </Loaded>
  );
}
