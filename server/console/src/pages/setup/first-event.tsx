import { homePath } from '../../address/home-path.ts';
import { keptSearch, useViewSearch } from '../../address/view-search.ts';
import { SERVICE_PATH } from '../../http/service-path.ts';
import { Card } from '../../parts/card.tsx';
import { PageLink } from '../../parts/page-link.tsx';
import { Count, State, Time } from '../../values/values.tsx';
import { advise } from './advise.ts';
import type { Arrival, Received } from './use-first-event.ts';

/** What became of the first event, as it happens. */
export function FirstEvent({ arrival: { received, refused, stream } }: { arrival: Arrival }) {
  return (
    <Card title="What has arrived">
      <div role="status">
        {received ? <Here received={received} /> : refused ? <Refused refused={refused} /> : <Nothing />}
        {!received && <p className="hint">{STREAM[stream]}</p>}
      </div>
      {received ? <Further /> : <WhereItMayBe />}
    </Card>
  );
}

const STREAM: Record<Arrival['stream'], string> = {
  open: 'This page is watching.',
  connecting: 'Connecting… Until the stream is there, this page asks every few seconds.',
  ended: 'The service does not let this page watch; it asks every few seconds instead.',
};

function Here({ received: { type, at, count } }: { received: Received }) {
  return (
    <>
      <p>
        <State word="received" tone="good" />
      </p>
      {at === null ? (
        <p>
          Events of this app so far: <Count value={count} />, among them <b>{type}</b>.
        </p>
      ) : (
        <p>
          <b>{type}</b>, at <Time at={at} />. It is stored.
        </p>
      )}
    </>
  );
}

function Nothing() {
  return (
    <p>
      <State word="waiting" tone="quiet" /> Waiting for your first event. Run the code, and it shows up here.
    </p>
  );
}

function Refused({ refused }: { refused: NonNullable<Arrival['refused']> }) {
  return (
    <>
      <p>
        <State word="refused" tone="bad" /> An event arrived at <Time at={refused.at} /> and was refused:
      </p>
      <p>
        <code>{refused.code}</code> {refused.error}
      </p>
      <p>What to change:</p>
      <ul>
        {advise(refused).map((advice) => (
          <li key={advice}>{advice}</li>
        ))}
      </ul>
      <p>Then send it again.</p>
    </>
  );
}

function Further() {
  const kept = keptSearch(useViewSearch());
  return (
    <ul>
      <li>
        <PageLink to={homePath} search={kept}>
          Go to the overview
        </PageLink>
        , which lists what else there is to set up
      </li>
      <li>
        <PageLink to="/live" search={kept}>
          Watch events arrive
        </PageLink>
      </li>
    </ul>
  );
}

function WhereItMayBe() {
  return (
    <details>
      <summary>Nothing arrives?</summary>
      <ul>
        <li>With debug, as in the code, the SDK says in the log of your program why it waits.</li>
        <li>
          npm finds no package? Whoever runs the service makes it with <code>npm run pack</code>:{' '}
          <a href={`${SERVICE_PATH}/packages/`}>the packages that are there</a>.
        </li>
        <li>The machine or phone has to reach the address in the code: open it in a browser there.</li>
        <li>An event that names no app of yours, or another one, is shown to nobody here.</li>
      </ul>
    </details>
  );
}
