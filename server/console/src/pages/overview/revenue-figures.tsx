import { useScope } from '../../account/use-scope.ts';
import { previousPeriod } from '../../address/period.ts';
import { usePeriod } from '../../address/use-period.ts';
import { useRead } from '../../client/use-read.ts';
import { Figure } from '../../parts/figure.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { formatRatio } from '../../values/format.ts';
import { Money, Nothing } from '../../values/values.tsx';
import { type CurrencyTotals, revenueByCurrency } from './revenue-by-currency.ts';

/** Revenue and its return on spend, in each currency. */
export function RevenueFigures() {
  const scope = useScope();
  const earlier = useScope(previousPeriod(usePeriod()));
  const roas = useRead('analytics.roas', scope);
  const revenue = useRead('analytics.revenue', scope);
  const roasBefore = useRead('analytics.roas', earlier);
  const revenueBefore = useRead('analytics.revenue', earlier);
  const before =
    roasBefore.data && revenueBefore.data
      ? revenueByCurrency(roasBefore.data.campaigns, revenueBefore.data.by_currency)
      : undefined;
  return (
    <Loaded of={roas}>
      {({ campaigns }) => (
        <Loaded of={revenue}>
          {({ by_currency }) => <Figures now={revenueByCurrency(campaigns, by_currency)} before={before} />}
        </Loaded>
      )}
    </Loaded>
  );
}

interface FiguresProps {
  readonly now: readonly CurrencyTotals[];
  /** Undefined while it is not known. */
  readonly before: readonly CurrencyTotals[] | undefined;
}

function Figures({ now, before }: FiguresProps) {
  if (now.length === 0) return null;
  const earlier = (currency: string) => before?.find((totals) => totals.currency === currency);
  return (
    <div className="figures">
      {now.flatMap(({ currency, revenue, roas }) => [
        <Figure
          key={`${currency} revenue`}
          title={`Revenue, ${currency}`}
          value={<Money amount={revenue} currency={currency} />}
          now={revenue}
          before={before ? (earlier(currency)?.revenue ?? 0) : null}
        />,
        <Figure
          key={`${currency} return`}
          title={`Return on ad spend, ${currency}`}
          value={roas === null ? <Nothing /> : formatRatio(roas)}
          now={roas}
          before={earlier(currency)?.roas ?? null}
        />,
      ])}
    </div>
  );
}
