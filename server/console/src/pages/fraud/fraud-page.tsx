import { useReportScope } from '../../account/use-report-scope.ts';
import { useRead } from '../../client/use-read.ts';
import { Card } from '../../parts/card.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { CountryChoice } from '../../parts/forms/country-choice.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Page } from '../../parts/page.tsx';
import { FlagTable } from './flag-table.tsx';
import { RuleTable } from './rule-table.tsx';

/** What fraud rules have flagged. */
export function FraudPage() {
  const fraud = useRead('analytics.fraud', useReportScope());
  return (
    <Page
      title="Fraud"
      actions={<CountryChoice />}
      intro="A flag lowers the confidence of an attribution; it never hides an install."
    >
      <Loaded of={fraud}>
        {({ flags, next_cursor }) =>
          flags.length === 0 ? (
            <EmptyState>No rule has flagged an install of these days.</EmptyState>
          ) : (
            <>
              <Card title="By rule">
                <RuleTable flags={flags} />
                {next_cursor && <p className="hint">Of the newest {flags.length} flags; there are more.</p>}
              </Card>
              <Card title="Flags">
                <FlagTable flags={flags} />
              </Card>
            </>
          )
        }
      </Loaded>
    </Page>
  );
}
