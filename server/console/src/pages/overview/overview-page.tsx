import { useAccount } from '../../account/account.tsx';
import { useReportScope } from '../../account/use-report-scope.ts';
import { useRead } from '../../client/use-read.ts';
import { EmptyState } from '../../parts/empty-state.tsx';
import { CountryChoice } from '../../parts/forms/country-choice.tsx';
import { Page } from '../../parts/page.tsx';
import { PageLink } from '../../parts/page-link.tsx';
import { AppsCard } from './apps-card.tsx';
import { Checklist } from './checklist.tsx';
import { FiguresPart } from './figures-part.tsx';
import { InstallsCard } from './installs-card.tsx';
import { TopCampaignsCard } from './top-campaigns-card.tsx';
import { TopLinksCard } from './top-links-card.tsx';

/** How the apps do, at a glance. */
export function OverviewPage() {
  const { apps } = useAccount();
  if (apps.length === 0)
    return (
      <Page title="Overview">
        <EmptyState action={<PageLink to="/setup">Make an app</PageLink>}>
          There is no app yet, so there is nothing to count.
        </EmptyState>
      </Page>
    );
  return (
    <Page
      title="Overview"
      actions={<CountryChoice />}
      intro="Days are UTC. Each figure is compared with the period before, of as many days; choose one to see its trend."
    >
      <Checklist />
      <FiguresPart />
      <InstallsCard />
      <AppsCard />
      <TopCards />
    </Page>
  );
}

/** Where they cannot be read, the figures say why. */
function TopCards() {
  const { data } = useRead('analytics.roas', useReportScope());
  if (!data) return null;
  return (
    <>
      <TopCampaignsCard campaigns={data.campaigns} />
      <TopLinksCard links={data.links} />
    </>
  );
}
