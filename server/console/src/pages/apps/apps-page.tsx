import { useAccount } from '../../account/account.tsx';
import { mayHave } from '../../account/role.ts';
import { Calibration } from '../../calibration/calibration.tsx';
import { ChooseTable } from '../../calibration/choose-table.tsx';
import { Card } from '../../parts/card.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { Page } from '../../parts/page.tsx';
import { AppSettings } from './app-settings.tsx';
import { AppTable } from './app-table.tsx';
import { NewApp } from './new-app.tsx';
import { PrivacyMode } from './privacy-mode.tsx';

/** The apps, and the settings of the one at hand. */
export function AppsPage() {
  const { app, apps, role } = useAccount();
  const isDeveloper = mayHave(role, 'developer');
  return (
    <Page title="Apps" intro="Events, links and reports belong to an app; an app belongs to a team.">
      <Card title="Apps">
        {apps.length === 0 ? <EmptyState>There is no app yet.</EmptyState> : <AppTable apps={apps} />}
      </Card>
      {isDeveloper && app && (
        <Card title={`Settings of ${app.name}`}>
          <AppSettings key={app.id} app={app} />
        </Card>
      )}
      {isDeveloper && app && (
        <Card title={`Privacy of ${app.name}`}>
          <PrivacyMode key={app.id} app={app} />
        </Card>
      )}
      {app && (
        <Card title={`How right likeness is in ${app.name}`}>
          <Calibration appId={app.id} />
          {isDeveloper && <ChooseTable appId={app.id} />}
        </Card>
      )}
      {isDeveloper && (
        <Card title="Make an app">
          <NewApp />
        </Card>
      )}
    </Page>
  );
}
