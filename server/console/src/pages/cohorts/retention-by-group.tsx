import { useReportScope } from '../../account/use-report-scope.ts';
import { useCampaignNames } from '../../client/use-campaign-names.ts';
import { useRead } from '../../client/use-read.ts';
import { Card } from '../../parts/card.tsx';
import type { Column } from '../../parts/column.ts';
import { DataTable } from '../../parts/data-table.tsx';
import { GroupingChoice, useGrouping } from '../../parts/forms/grouping-choice.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { nameOfGroup } from '../../values/groups.ts';
import { Count, Percent } from '../../values/values.tsx';
import { type Point, pointsOf, shareOf } from './retention-points.ts';

interface Row {
  readonly group: string;
  readonly installs: number;
  readonly points: readonly Point[];
}

/** The share of devices that came back, by group of their installs. */
export function RetentionByGroup() {
  const grouping = useGrouping();
  const cohorts = useRead('analytics.cohorts', { ...useReportScope(), group_by: grouping.id });
  const campaigns = useCampaignNames(grouping.id === 'campaign_id');
  return (
    <Card title="Retention by group" actions={<GroupingChoice />}>
      <Loaded of={cohorts}>
        {({ groups = [] }) => {
          const rows = groups.map((group) => ({
            group: nameOfGroup(grouping, group, campaigns),
            installs: group.cohorts.reduce((sum, { installs }) => sum + installs, 0),
            points: pointsOf(group.cohorts),
          }));
          return (
            <DataTable
              name="retention-by-group"
              rows={rows}
              columns={columnsOf(rows)}
              keyOf={({ group }) => group}
            />
          );
        }}
      </Loaded>
    </Card>
  );
}

function columnsOf(rows: readonly Row[]): Column<Row>[] {
  const days = [...new Set(rows.flatMap(({ points }) => points.map(({ day }) => day)))].sort((a, b) => a - b);
  return [
    { key: 'group', title: 'Group', value: ({ group }) => group },
    {
      key: 'installs',
      title: 'Devices',
      isNumber: true,
      value: ({ installs }) => installs,
      cell: ({ installs }) => <Count value={installs} />,
    },
    ...days.slice(1).map(dayColumn),
  ];
}

function dayColumn(day: number): Column<Row> {
  const share = ({ points }: Row) => {
    const point = points.find((each) => each.day === day);
    return point ? shareOf(point) * 100 : null;
  };
  return {
    key: `day_${day}`,
    title: `Day ${day}`,
    isNumber: true,
    value: (row) => {
      const pct = share(row);
      return pct === null ? null : Math.round(pct * 10) / 10;
    },
    cell: (row) => {
      const pct = share(row);
      return pct === null ? null : <Percent value={pct} />;
    },
  };
}
