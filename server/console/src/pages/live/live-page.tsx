import { useAccount } from '../../account/account.tsx';
import { useSetSearch, useViewSearch } from '../../address/view-search.ts';
import { Card } from '../../parts/card.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { ErrorState } from '../../parts/error-state.tsx';
import { Choice } from '../../parts/forms/choice.tsx';
import { Page } from '../../parts/page.tsx';
import { LiveTable } from './live-table.tsx';
import { type LiveView, useLiveEvents } from './use-live-events.ts';
import type { LiveEvent } from './watch-events.ts';

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
  const watched = app ?? apps.find(({ active }) => active) ?? apps[0];
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
  const { show = 'all', find = '' } = useViewSearch();
  const setSearch = useSetSearch();
  const { events, counts, state, refusal, again, isPaused, setPaused } = useLiveEvents(appId);
  const status = SHOWN.find(({ id }) => id === show)?.id ?? 'all';
  const shown = events.filter((event) => (status === 'all' || event.status === status) && has(event, find));
  return (
    <Card
      title="Events"
      actions={
        <>
          <input
            type="search"
            className="find"
            aria-label="Type, name, id or reason has"
            placeholder="Type, name, id or reason"
            value={find}
            onChange={({ target }) => setSearch({ find: target.value })}
          />
          <Choice
            label="Show"
            isCompact
            options={SHOWN}
            chosen={status}
            onChoose={(id) => setSearch({ show: id === 'all' ? null : id })}
          />
          <button type="button" aria-pressed={isPaused} onClick={() => setPaused(!isPaused)}>
            {isPaused ? 'Go on' : 'Pause'}
          </button>
        </>
      }
    >
      <p role="status">
        {stateText(state, isPaused)} {counts.accepted} accepted, {counts.deduplicated} sent again,{' '}
        {counts.rejected} refused, {counts.skipped} not shown.
      </p>
      {refusal && <ErrorState error={refusal} onRetry={again} />}
      {shown.length > 0 ? (
        <LiveTable events={shown} />
      ) : (
        !refusal && (
          <EmptyState>
            {events.length === 0
              ? 'Waiting for the next event. Open your app.'
              : 'None of the last events fits this. Show all of them, or look for something else.'}
          </EmptyState>
        )
      )}
    </Card>
  );
}

/** Whether a text stands in what is shown of an event. */
function has({ event_type, event_name, event_id, error }: LiveEvent, text: string): boolean {
  const wanted = text.trim().toLowerCase();
  return (
    !wanted || [event_type, event_name, event_id, error].some((part) => part?.toLowerCase().includes(wanted))
  );
}

function stateText(state: LiveView['state'], isPaused: boolean): string {
  if (state === 'ended') return 'Nothing more is shown.';
  if (state === 'connecting') return 'Connecting…';
  return isPaused ? 'Paused: what arrives is only counted.' : 'Watching.';
}
