import { useNameOfApp } from '../../account/use-name-of-app.ts';
import type { PagePath } from '../../address/page-path.ts';
import { keptSearch, useViewSearch } from '../../address/view-search.ts';
import type { OutputOf } from '../../client/procedures.ts';
import { useList } from '../../client/use-list.ts';
import { Card } from '../../parts/card.tsx';
import { PageLink } from '../../parts/page-link.tsx';
import { nameOfChannel } from '../../values/channels.ts';
import { consentText } from '../../values/consent-text.ts';
import { nameOfModel } from '../../values/models.ts';
import { Id, Nothing, Time } from '../../values/values.tsx';
import { ConfidenceParts } from './confidence-parts.tsx';

type Answer = OutputOf<'explain_attribution'>;
type Decision = NonNullable<Answer['decision']>;

/** The decision, with the parts that its confidence adds up from. */
export function DecisionCard({ of: answer, decision }: { of: Answer; decision: Decision }) {
  const { reason, model, channel, click_id, signals_used, confidence_score } = decision;
  return (
    <Card title={`${nameOfModel(model)}: confidence ${confidence_score} of 100`}>
      <p>{reason}</p>
      <ConfidenceParts of={decision.confidence_breakdown} score={confidence_score} />
      <dl className="facts">
        <InstallFacts of={answer} />
        <dt>Channel</dt>
        <dd>{nameOfChannel(channel)}</dd>
        <dt>Campaign</dt>
        <dd>{decision.campaign_id ? <Campaign id={decision.campaign_id} /> : <Nothing />}</dd>
        <dt>Link</dt>
        <dd>{decision.link_id ? <To path={`/links/${decision.link_id}`}>Open the link</To> : <Nothing />}</dd>
        <dt>Click</dt>
        <dd>
          <Id value={click_id} />
        </dd>
        <dt>Signals</dt>
        <dd>{signals_used.length > 0 ? signals_used.join(', ').replaceAll('_', ' ') : <Nothing />}</dd>
        <dt>Deferred link</dt>
        <dd>
          <DeferredLink of={answer} isThere={decision.link_id !== null} />
        </dd>
        <dt>Consent</dt>
        <dd>{consentText(answer.consent)}, when it was decided</dd>
      </dl>
    </Card>
  );
}

function InstallFacts({ of: { app_id, device_id, install_kind, installed_at } }: { of: Answer }) {
  const nameOfApp = useNameOfApp();
  return (
    <>
      <dt>App</dt>
      <dd>{nameOfApp(app_id)}</dd>
      <dt>{install_kind === 'install' ? 'First install' : 'Installed again'}</dt>
      <dd>
        <Time at={installed_at} />,{' '}
        <To path="/devices" search={{ id: device_id }}>
          what the device did
        </To>
      </dd>
    </>
  );
}

function Campaign({ id }: { id: string }) {
  const campaigns = useList('list_campaigns', {});
  const name = campaigns.data?.find((campaign) => campaign.id === id)?.name ?? 'A campaign';
  return (
    <>
      {name},{' '}
      <To path="/attribution" search={{ campaign: id }}>
        its installs
      </To>
    </>
  );
}

/** Whether the app asked where its first open should lead. */
function DeferredLink({ of: { timeline }, isThere }: { of: Answer; isThere: boolean }) {
  const taken = timeline.find(({ kind }) => kind === 'deferred_link');
  if (taken)
    return (
      <>
        used, <Time at={taken.at} />
      </>
    );
  if (!isThere) return 'none: no link brought this install';
  return 'not used: the app has not asked for it';
}

interface ToProps {
  readonly path: PagePath;
  readonly search?: Readonly<Record<string, string>>;
  readonly children: string;
}

/** A link to a page about the same app and days. */
function To({ path, search, children }: ToProps) {
  const kept = keptSearch(useViewSearch());
  return (
    <PageLink to={path} search={{ ...kept, ...search }}>
      {children}
    </PageLink>
  );
}
