import { useMemo } from 'react';
import { useReportScope } from '../../account/use-report-scope.ts';
import { keptSearch, useSetSearch, useViewSearch } from '../../address/view-search.ts';
import type { OutputOf } from '../../client/procedures.ts';
import { useCampaignNames } from '../../client/use-campaign-names.ts';
import { useRead } from '../../client/use-read.ts';
import { Card } from '../../parts/card.tsx';
import type { Series } from '../../parts/charts/series.ts';
import { TimeChart } from '../../parts/charts/time-chart.tsx';
import { withOther } from '../../parts/charts/with-other.ts';
import { EmptyState } from '../../parts/empty-state.tsx';
import { Choice } from '../../parts/forms/choice.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { PageLink } from '../../parts/page-link.tsx';
import { nameOfChannel } from '../../values/channels.ts';
import { GROUPINGS, type Grouping, nameOfGroup } from '../../values/groups.ts';
import { nameOfModel } from '../../values/models.ts';

type InstallDay = OutputOf<'analytics.installs'>['days'][number];
type InstallGroup = NonNullable<OutputOf<'analytics.installs'>['groups']>[number];

/** The first two are parts of every report; the others are asked for. */
const WAYS = [
  { id: 'channel', name: 'By channel', member: 'by_channel', nameOf: nameOfChannel },
  { id: 'model', name: 'By model', member: 'by_model', nameOf: nameOfModel },
] as const;
type Way = (typeof WAYS)[number];

const ASKED = GROUPINGS.filter(({ id }) => id !== 'channel' && id !== 'model');

/** Installs a day, by channel, by model or by group. */
export function InstallsCard() {
  const { by } = useViewSearch();
  const kept = keptSearch(useViewSearch());
  const setSearch = useSetSearch();
  const grouping = ASKED.find(({ id }) => id === by);
  const installs = useRead('analytics.installs', {
    ...useReportScope(),
    ...(grouping && { group_by: grouping.id }),
  });
  const way = WAYS.find(({ id }) => id === by) ?? WAYS[0];
  const choose = (
    <Choice
      label="Stacked"
      isCompact
      options={[...WAYS, ...ASKED]}
      chosen={grouping?.id ?? way.id}
      onChoose={(id) => setSearch({ by: id })}
    />
  );
  return (
    <Card title="Installs a day" actions={choose}>
      <Loaded of={installs}>
        {({ days, groups }) =>
          days.some(({ total }) => total > 0) ? (
            grouping && groups ? (
              <GroupsChart groups={groups} grouping={grouping} />
            ) : (
              <InstallsChart days={days} way={way} />
            )
          ) : (
            <EmptyState
              action={
                <PageLink to="/setup" search={kept}>
                  Send one
                </PageLink>
              }
            >
              No install in these days (UTC). Choose others above, or send one.
            </EmptyState>
          )
        }
      </Loaded>
    </Card>
  );
}

function InstallsChart({ days, way }: { days: readonly InstallDay[]; way: Way }) {
  const dates = useMemo(() => days.map(({ date }) => date), [days]);
  const series = useMemo(() => withOther(seriesOf(days, way)), [days, way]);
  return <TimeChart name="Installs a day" days={dates} series={series} isStacked />;
}

function GroupsChart({ groups, grouping }: { groups: readonly InstallGroup[]; grouping: Grouping }) {
  const campaigns = useCampaignNames(grouping.id === 'campaign_id');
  const dates = useMemo(() => groups[0]?.days.map(({ date }) => date) ?? [], [groups]);
  const series = useMemo(
    () =>
      withOther(
        groups.map((group) => ({
          name: nameOfGroup(grouping, group, campaigns),
          values: group.days.map(({ total }) => total),
        })),
      ),
    [groups, grouping, campaigns],
  );
  return <TimeChart name="Installs a day" days={dates} series={series} isStacked />;
}

function seriesOf(days: readonly InstallDay[], { member, nameOf }: Way): Series[] {
  const names = [...new Set(days.flatMap((day) => Object.keys(day[member])))].sort();
  return names.map((name) => ({ name: nameOf(name), values: days.map((day) => day[member][name] ?? 0) }));
}
