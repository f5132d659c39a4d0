import { useAccount } from '../../account/account.tsx';
import { useReportScope } from '../../account/use-report-scope.ts';
import { keptSearch, useViewSearch } from '../../address/view-search.ts';
import type { OutputOf } from '../../client/procedures.ts';
import { useRead } from '../../client/use-read.ts';
import { Card } from '../../parts/card.tsx';
import type { Column } from '../../parts/column.ts';
import { revenueColumns, roasColumns } from '../../parts/currency-columns.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { PageLink } from '../../parts/page-link.tsx';
import { Count, Percent } from '../../values/values.tsx';
import { shareOf } from './figures.ts';

type InApp = Partial<OutputOf<'analytics.installs'>['apps'][number]>;
type Earned = OutputOf<'analytics.roas'>['by_currency'];

interface AppRow {
  readonly id: string;
  readonly name: string;
  readonly installs: InApp;
  readonly earned: Earned;
}

/** All apps side by side, with the same figures. One app at hand has them above. */
export function AppsCard() {
  const { apps, app, team } = useAccount();
  const installs = useRead('analytics.installs', useReportScope());
  const roas = useRead('analytics.roas', useReportScope());
  if (app) return null;
  return (
    <Card title="All apps">
      <Loaded of={installs}>
        {(counted) => {
          const rows = apps
            .filter(({ team_id }) => !team || team_id === team.id)
            .map(({ id, name }) => ({
              id,
              name,
              installs: counted.apps.find(({ app_id }) => app_id === id) ?? {},
              earned: roas.data?.apps.find(({ app_id }) => app_id === id)?.by_currency ?? {},
            }));
          return <DataTable name="apps" rows={rows} columns={columnsOf(rows)} keyOf={({ id }) => id} />;
        }}
      </Loaded>
    </Card>
  );
}

function columnsOf(rows: readonly AppRow[]): Column<AppRow>[] {
  const of = (earned: Earned, member: 'revenue' | 'roas') =>
    Object.fromEntries(Object.entries(earned).map(([currency, sums]) => [currency, sums[member]]));
  return [
    ...COLUMNS,
    ...revenueColumns(rows, ({ earned }) => of(earned, 'revenue')),
    ...roasColumns(rows, ({ earned }) => of(earned, 'roas')),
  ];
}

const COLUMNS: Column<AppRow>[] = [
  { key: 'app', title: 'App', value: ({ name }) => name, cell: (row) => <AppLink {...row} /> },
  {
    key: 'installs',
    title: 'Installs',
    isNumber: true,
    value: ({ installs }) => installs.total ?? 0,
    cell: ({ installs }) => <Count value={installs.total ?? 0} />,
  },
  percent(
    'high_confidence',
    'High confidence',
    ({ high_confidence_rate_pct }) => high_confidence_rate_pct ?? null,
  ),
  {
    key: 'avg_confidence',
    title: 'Average confidence',
    isNumber: true,
    value: ({ installs }) => installs.avg_confidence ?? null,
  },
  percent('fraud_share', 'Fraud share', ({ flagged_installs, total }) => shareOf(flagged_installs, total)),
];

function percent(key: string, title: string, shown: (installs: InApp) => number | null): Column<AppRow> {
  return {
    key,
    title,
    isNumber: true,
    value: ({ installs }) => shown(installs),
    cell: ({ installs }) => <Percent value={shown(installs)} />,
  };
}

function AppLink({ id, name }: AppRow) {
  const kept = keptSearch(useViewSearch());
  return (
    <PageLink to="/overview" search={{ ...kept, app: id }}>
      {name}
    </PageLink>
  );
}
