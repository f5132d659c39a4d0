import { useAccount } from '../../account/account.tsx';
import type { OutputOf } from '../../client/procedures.ts';
import { useRead } from '../../client/use-read.ts';
import { Card } from '../../parts/card.tsx';
import type { Column } from '../../parts/column.ts';
import { DataTable } from '../../parts/data-table.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Page } from '../../parts/page.tsx';
import { formatNumber } from '../../values/format.ts';
import { Count, Day } from '../../values/values.tsx';

type Usage = OutputOf<'get_usage'>;

/** The month's events against what the plan allows. */
export function UsagePage() {
  const { account } = useAccount();
  const usage = useRead('get_usage', {});
  return (
    <Page title="Usage" intro={`The account is on the plan “${account?.plan}”. Months are UTC.`}>
      <Loaded of={usage}>
        {(shown) => (
          <>
            <Card title="This month">
              <Allowance of={shown} />
            </Card>
            <Card title="By app, this month">
              <DataTable name="apps" rows={shown.apps} columns={APPS} keyOf={({ app_id }) => app_id} />
            </Card>
            <Card title="The last twelve months">
              <DataTable name="months" rows={shown.months} columns={MONTHS} keyOf={({ month }) => month} />
            </Card>
          </>
        )}
      </Loaded>
    </Page>
  );
}

function Allowance({ of: { used, allowance, resets_at } }: { of: Usage }) {
  if (allowance === null) return <p>{formatNumber(used)} events so far. The plan has no limit.</p>;
  return (
    <>
      <label className="field">
        <span>
          {formatNumber(used)} of {formatNumber(allowance)} events
        </span>
        <meter min={0} max={allowance} high={allowance * 0.9} value={Math.min(used, allowance)} />
      </label>
      <p className="hint">
        Above it, events are refused until the next month begins, on{' '}
        <Day date={new Date(resets_at).toISOString().slice(0, 10)} />.
      </p>
    </>
  );
}

const used = { key: 'used', title: 'Events', isNumber: true };

const APPS: Column<Usage['apps'][number]>[] = [
  { key: 'name', title: 'App', value: ({ name }) => name },
  { ...used, value: (row) => row.used, cell: (row) => <Count value={row.used} /> },
];

const MONTHS: Column<Usage['months'][number]>[] = [
  { key: 'month', title: 'Month', value: ({ month }) => month },
  { ...used, value: (row) => row.used, cell: (row) => <Count value={row.used} /> },
];
