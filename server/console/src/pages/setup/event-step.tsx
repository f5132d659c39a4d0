import { type App, useAccount } from '../../account/account.tsx';
import { mayHave } from '../../account/role.ts';
import { CopyText } from '../../parts/copy-text.tsx';
import { PageLink } from '../../parts/page-link.tsx';
import { CheckEvent } from '../events/check-event.tsx';
import { FirstEvent } from './first-event.tsx';
import { MakeKey } from './make-key.tsx';
import { PasteKey } from './paste-key.tsx';
import { SnippetTabs } from './snippet-tabs.tsx';
import { StepCard } from './step-card.tsx';
import { StepList } from './step-list.tsx';
import { useFirstEvent } from './use-first-event.ts';

interface EventStepProps {
  readonly app: App;
  /** Null: it is not known here, as after a reload. */
  readonly apiKey: string | null;
  onKey(apiKey: string): void;
}

/** The code that sends a first event, and what becomes of it. */
export function EventStep({ app, apiKey, onKey }: EventStepProps) {
  const arrival = useFirstEvent(app.id);
  return (
    <>
      <StepList at={arrival.received ? 'done' : 'event'} />
      <div className="first-event">
        <StepCard title={`4. Your first event: ${app.name}`}>
          {apiKey ? <TheKey apiKey={apiKey} /> : <UnknownKey app={app} onKey={onKey} />}
          <SnippetTabs app={app} apiKey={apiKey} />
          <p className="hint">
            <PageLink to="/setup" search={{ step: 'app' }}>
              Another app
            </PageLink>
          </p>
        </StepCard>
        <FirstEvent arrival={arrival} />
      </div>
      {!arrival.received && arrival.refused && <CheckEvent />}
    </>
  );
}

function TheKey({ apiKey }: { apiKey: string }) {
  return (
    <>
      <p>
        This is the key, and it is in the code below. It is shown until you leave or reload this page, and
        cannot be recovered.
      </p>
      <CopyText text={apiKey} label="Copy the key" />
    </>
  );
}

function UnknownKey({ app, onKey }: Pick<EventStepProps, 'app' | 'onKey'>) {
  const { role } = useAccount();
  return (
    <div className="unknown-key">
      <p>
        The code below has <code>svc_…</code> where the key belongs: a key is shown once, and this page does
        not have it{' '}
        {mayHave(role, 'developer')
          ? 'any more. Paste it here, or make a new one; the ones before stay valid.'
          : '. Ask a developer of the team for one, and paste it here.'}
      </p>
      <PasteKey app={app} onKey={onKey} />
      {mayHave(role, 'developer') && <MakeKey app={app} onKey={onKey} submit="Make a new key" />}
    </div>
  );
}
