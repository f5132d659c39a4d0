import { useScope } from '../../account/use-scope.ts';
import { useRead } from '../../client/use-read.ts';
import { Card } from '../../parts/card.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Page } from '../../parts/page.tsx';
import { Percent } from '../../values/values.tsx';
import { CurrencyTable } from './currency-table.tsx';
import { PaymentTable } from './payment-table.tsx';

/** What payments brought, by currency, and each of them. */
export function RevenuePage() {
  const revenue = useRead('analytics.revenue', useScope());
  return (
    <Page
      title="Revenue"
      intro="Payments and reversals of the days on which they arrived, in UTC. Currencies are never added up."
    >
      <Card title="By currency">
        <Loaded of={revenue}>
          {({ by_currency, attribution_rate_pct, payment_count }) =>
            payment_count === 0 && Object.keys(by_currency).length === 0 ? (
              <EmptyState>
                No payment has arrived in this period. A webhook of your payment provider brings them.
              </EmptyState>
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
      <Card title="Payments">
        <PaymentTable />
      </Card>
    </Page>
  );
}
