import type { App } from '../../account/account.tsx';
import { MakeKey } from './make-key.tsx';
import { StepCard } from './step-card.tsx';
import { StepList } from './step-list.tsx';

/** Makes an app's first key. */
export function KeyStep({ app, onKey }: { app: App; onKey(apiKey: string): void }) {
  return (
    <>
      <StepList at="key" />
      <StepCard title="3. A key">
        <p>
          {app.name} sends its events with a key. Only a hash of it is kept here, so that it is shown once:
          with the next step, in the code to copy.
        </p>
        <MakeKey app={app} onKey={onKey} submit="Make the key" />
      </StepCard>
    </>
  );
}
