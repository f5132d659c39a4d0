import { useAccount } from '../../account/account.tsx';
import { useSetSearch, useViewSearch } from '../../address/view-search.ts';
import { Card } from '../../parts/card.tsx';
import { Choice } from '../../parts/choice.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { ErrorState } from '../../parts/error-state.tsx';
import { Page } from '../../parts/page.tsx';
import { LiveTable } from './live-table.tsx';
import { useLiveEvents } from './use-live-events.ts';

const SHOWN = [
  { id: 'all', name: 'All' },
  { id: 'accepted', name: 'Accepted' },
  { id: 'deduplicated', name: 'Sent again' },
  { id: 'rejected', name: 'Refused' },
];

/** The events of an app as they arrive. */
export function LivePage() {
  const { app, apps } = useAccount();
  const setSearch = useSetSearch();
  const watched = app ?? apps[0];
  if (!watched)
    return (
      <Page title="Live">
        <EmptyState>Events belong to an app, and there is none yet.</EmptyState>
      </Page>
    );
  return (
    <Page
      title="Live"
      intro={
        <>
          The events of <bdi>{watched.name}</bdi>, while you watch.
        </>
      }
      actions={
        apps.length > 1 && (
          <Choice
            label="App"
            isCompact
            options={apps}
            chosen={watched.id}
            onChoose={(id) => setSearch({ app: id })}
          />
        )
      }
    >
      <Watch key={watched.id} appId={watched.id} />
    </Page>
  );
}

function Watch({ appId }: { appId: string }) {
  const { show = 'all' } = useViewSearch();
  const setSearch = useSetSearch();
  const { events, counts, state, refusal, again, isPaused, setPaused } = useLiveEvents(appId);
  const shown = events.filter(({ status }) => show === 'all' || status === show);
  return (
    <Card
      title="Events"
      actions={
        <>
          <Choice
            label="Show"
            isCompact
            options={SHOWN}
            chosen={SHOWN.some(({ id }) => id === show) ? show : 'all'}
            onChoose={(id) => setSearch({ show: id === 'all' ? null : id })}
          />
          <button type="button" aria-pressed={isPaused} onClick={() => setPaused(!isPaused)}>
            {isPaused ? 'Go on' : 'Pause'}
          </button>
        </>
      }
    >
      <p role="status">
        {state === 'open' ? 'Watching.' : state === 'ended' ? 'Nothing more is shown.' : 'Connecting…'}{' '}
        {counts.accepted} accepted, {counts.deduplicated} sent again, {counts.rejected} refused,{' '}
        {counts.skipped} not shown.
      </p>
      {refusal && <ErrorState error={refusal} onRetry={again} />}
      {shown.length > 0 ? (
        <LiveTable events={shown} />
      ) : (
        !refusal && <EmptyState>Waiting for the next event. Open your app.</EmptyState>
      )}
    </Card>
  );
}
