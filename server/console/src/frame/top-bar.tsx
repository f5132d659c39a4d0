import { useAccount } from '../account/account.tsx';
import { homePath } from '../address/home-path.ts';
import { keptSearch, useViewSearch } from '../address/view-search.ts';
import { PageLink } from '../parts/page-link.tsx';
import { AppChooser } from './app-chooser.tsx';
import { PeriodChooser } from './period-chooser.tsx';
import { PersonMenu } from './person-menu.tsx';
import { TeamChooser } from './team-chooser.tsx';

/** What every page shows above it: whose data it is about, and of which days. */
export function TopBar() {
  const { account } = useAccount();
  const kept = keptSearch(useViewSearch());
  return (
    <header className="top-bar">
      <PageLink className="brand" to={homePath} search={kept}>
        Tributary
      </PageLink>
      {account && (
        <search className="choosers" aria-label="What is shown">
          <TeamChooser />
          <AppChooser />
          <PeriodChooser />
        </search>
      )}
      <PersonMenu />
      <AppIsOff />
    </header>
  );
}

/** What is true of every page about an app that was turned off. */
function AppIsOff() {
  const { app } = useAccount();
  const kept = keptSearch(useViewSearch());
  if (!app || app.active) return null;
  return (
    <p className="app-is-off" role="status">
      <b>
        <bdi>{app.name}</bdi>
      </b>{' '}
      is turned off: its events, keys and links are refused. What is stored stays, and a developer can turn it
      on again under{' '}
      <PageLink to="/apps" search={kept}>
        Apps
      </PageLink>
      .
    </p>
  );
}
