import { useParams } from '@tanstack/react-router';
import { isId } from '../../address/is-id.ts';
import { keptSearch, useViewSearch } from '../../address/view-search.ts';
import { Calibration } from '../../calibration/calibration.tsx';
import { useRead } from '../../client/use-read.ts';
import { Card } from '../../parts/card.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Page } from '../../parts/page.tsx';
import { PageLink } from '../../parts/page-link.tsx';
import { TimeLine } from '../../parts/time-line.tsx';
import { Candidates } from './candidates.tsx';
import { DecisionCard } from './decision-card.tsx';
import { InstallFraud } from './install-fraud.tsx';
import { InstallPostbacks } from './install-postbacks.tsx';
import { Odds } from './odds.tsx';
import { Rethink } from './rethink.tsx';

/** One install explained: what won and what lost, how sure that is, and everything known from click to purchase. */
export function InstallPage() {
  const { installId = '' } = useParams({ strict: false }) as { installId?: string };
  // A list says nothing of another team’s installs; to explain one would be refused.
  const decisions = useRead('list_attributions', { p_install_id: installId }, { enabled: isId(installId) });
  return (
    <Page title="Install" intro={<code className="id">{installId}</code>}>
      {isId(installId) ? (
        <Loaded of={decisions}>
          {({ items }) => (items.length === 0 ? <NoInstall /> : <Explained installId={installId} />)}
        </Loaded>
      ) : (
        <NoInstall />
      )}
    </Page>
  );
}

function NoInstall() {
  const kept = keptSearch(useViewSearch());
  return (
    <EmptyState
      action={
        <PageLink to="/attribution" search={kept}>
          Choose one in the attribution log
        </PageLink>
      }
    >
      There is no such install among your teams’ apps, or it is not decided yet: that takes a second.
    </EmptyState>
  );
}

function Explained({ installId }: { installId: string }) {
  const answer = useRead('explain_attribution', { p_install_id: installId });
  return (
    <Loaded of={answer}>
      {(shown) => (
        <>
          {shown.doubtful_since !== null && (
            <p role="note">
              Doubtful: an id of this device turned out to be sent by many phones after this was decided. They
              may be mixed up here.
            </p>
          )}
          {shown.decision && <DecisionCard of={shown} decision={shown.decision} />}
          <Card title="From click to purchase">
            <TimeLine entries={shown.timeline} />
          </Card>
          <Card title="What else it could have been">
            <Candidates of={shown} />
          </Card>
          <Card title="The odds">
            <Odds of={shown.explanations} />
          </Card>
          <Card title="Fraud">
            <InstallFraud of={shown.fraud} />
          </Card>
          <Card title="What would be decided now">
            <Rethink of={shown} />
          </Card>
          <Card title="How right likeness is in this app">
            <Calibration appId={shown.app_id} />
          </Card>
          <Card title="What ad networks were told">
            <InstallPostbacks installId={installId} />
          </Card>
        </>
      )}
    </Loaded>
  );
}
