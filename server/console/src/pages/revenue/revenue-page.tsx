import { useAccount } from '../../account/account.tsx';
import { mayHave } from '../../account/role.ts';
import { useReportScope } from '../../account/use-report-scope.ts';
import { keptSearch, useViewSearch } from '../../address/view-search.ts';
import { useRead } from '../../client/use-read.ts';
import { Card } from '../../parts/card.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { CountryChoice } from '../../parts/forms/country-choice.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Page } from '../../parts/page.tsx';
import { PageLink } from '../../parts/page-link.tsx';
import { Percent } from '../../values/values.tsx';
import { CurrencyTable } from './currency-table.tsx';
import { GroupTable } from './group-table.tsx';
import { PaymentTable } from './payment-table.tsx';
import { ProviderTable } from './provider-table.tsx';

/** What payments brought, by currency, and each of them. */
export function RevenuePage() {
  const revenue = useRead('analytics.revenue', useReportScope());
  return (
    <Page
      title="Revenue"
      actions={<CountryChoice />}
      intro="Payments and reversals of the days on which they arrived, in UTC. Currencies are never added up."
    >
      <Card title="By currency">
        <Loaded of={revenue}>
          {({ by_currency, attribution_rate_pct, payment_count }) =>
            payment_count === 0 && Object.keys(by_currency).length === 0 ? (
              <NoPayment />
            ) : (
              <>
                <CurrencyTable currencies={by_currency} />
                <p className="hint">
                  <Percent value={attribution_rate_pct} /> of the payments are tied to a known device.
                </p>
              </>
            )
          }
        </Loaded>
      </Card>
      {revenue.data && Object.keys(revenue.data.by_provider_currency).length > 0 && (
        <Card title="By provider">
          <ProviderTable providers={revenue.data.by_provider_currency} />
        </Card>
      )}
      {revenue.data && revenue.data.payment_count > 0 && <GroupTable />}
      <Card title="Payments">
        <PaymentTable />
      </Card>
    </Page>
  );
}

function NoPayment() {
  const { role } = useAccount();
  const kept = keptSearch(useViewSearch());
  const toWebhooks = (
    <PageLink to="/webhooks" search={kept}>
      Set up a webhook
    </PageLink>
  );
  return (
    <EmptyState action={mayHave(role, 'developer') && toWebhooks}>
      No payment has arrived in this period. A webhook of your payment provider brings them
      {mayHave(role, 'developer') ? '.' : '; a developer sets it up.'}
    </EmptyState>
  );
}
