import { Link } from '@tanstack/react-router';
import { useAccount } from '../../account/account.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { Page } from '../../parts/page.tsx';
import { Checklist } from './checklist.tsx';
import { InstallFigures } from './install-figures.tsx';
import { InstallsCard } from './installs-card.tsx';
import { RevenueFigures } from './revenue-figures.tsx';
import { TopCampaignsCard } from './top-campaigns-card.tsx';

/** How the apps do, at a glance. */
export function OverviewPage() {
  const { apps } = useAccount();
  if (apps.length === 0)
    return (
      <Page title="Overview">
        <EmptyState action={<Link to={'/setup' as never}>Make an app</Link>}>
          There is no app yet, so there is nothing to count.
        </EmptyState>
      </Page>
    );
  return (
    <Page
      title="Overview"
      intro="Days are UTC. Each figure stands against the period before, of as many days."
    >
      <Checklist />
      <InstallFigures />
      <RevenueFigures />
      <InstallsCard />
      <TopCampaignsCard />
    </Page>
  );
}
