import { useReportScope } from '../../account/use-report-scope.ts';
import { useRead } from '../../client/use-read.ts';
import { Card } from '../../parts/card.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { CountryChoice } from '../../parts/forms/country-choice.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Page } from '../../parts/page.tsx';
import { PageLink } from '../../parts/page-link.tsx';
import { HeatMap } from './heat-map.tsx';
import { RetentionByGroup } from './retention-by-group.tsx';
import { RetentionChart } from './retention-chart.tsx';

/** How many devices come back, by the day of their install. */
export function CohortsPage() {
  const cohorts = useRead('analytics.cohorts', useReportScope());
  return (
    <Page
      title="Cohorts"
      actions={<CountryChoice />}
      intro="Devices that were active again, so many days after their install. Days are UTC."
    >
      <Loaded of={cohorts}>
        {({ cohorts: rows }) =>
          rows.length === 0 ? (
            <EmptyState action={<PageLink to="/setup">Send an install</PageLink>}>
              No install of a device with an id of its own in this period. Choose another above.
            </EmptyState>
          ) : (
            <>
              <Card title="Retention by day of install">
                <HeatMap cohorts={rows} />
              </Card>
              <Card title="Retention of all of them">
                <RetentionChart cohorts={rows} />
              </Card>
              <RetentionByGroup />
            </>
          )
        }
      </Loaded>
    </Page>
  );
}
