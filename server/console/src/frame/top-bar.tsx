import { Link } from '@tanstack/react-router';
import { useAccount } from '../account/account.tsx';
import { homePath } from '../address/home-path.ts';
import { keptSearch, useViewSearch } from '../address/view-search.ts';
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
      <Link className="brand" to={homePath as never} search={kept as never}>
        Tributary
      </Link>
      {account && (
        <search className="choosers" aria-label="What is shown">
          <TeamChooser />
          <AppChooser />
          <PeriodChooser />
        </search>
      )}
      <PersonMenu />
    </header>
  );
}
