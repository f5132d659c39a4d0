import { useState } from 'react';
import { useAccount } from '../../account/account.tsx';
import { mayHave } from '../../account/role.ts';
import { read } from '../../client/call-service.ts';
import type { OutputOf } from '../../client/procedures.ts';
import { Card } from '../../parts/card.tsx';
import { CopyText } from '../../parts/copy-text.tsx';
import { SelectField } from '../../parts/forms/field.tsx';
import { Form } from '../../parts/forms/form.tsx';
import { TextArea } from '../../parts/forms/text-area.tsx';
import { DATED_BY_ARRIVAL } from '../../values/dated-by-arrival.ts';
import { State } from '../../values/values.tsx';

type Checked = OutputOf<'check_event'>;

/** Tries one event without storing it, for developers of clients. */
export function CheckEvent() {
  const { app, apps, role } = useAccount();
  const [checked, setChecked] = useState<Checked | null>(null);
  if (!mayHave(role, 'developer') || apps.length === 0) return null;
  return (
    <Card title="Check an event">
      <Form
        submit="Check it"
        onSubmit={async ({ app_id = '', event = '' }) =>
          setChecked(await read('check_event', { p_app_id: app_id, p_event: event }))
        }
      >
        <SelectField label="App" name="app_id" options={app ? [app] : apps} />
        <TextArea
          label="Event"
          name="event"
          required
          hint="The JSON text that your client sends. Nothing is stored."
        />
      </Form>
      <div role="status">{checked && <Outcome of={checked} />}</div>
    </Card>
  );
}

function Outcome({ of: { status, code, error, checks, canonical, is_dated_by_arrival } }: { of: Checked }) {
  return (
    <>
      <p>
        <State word={status} tone={status === 'accepted' ? 'good' : status === 'rejected' ? 'bad' : 'warn'} />{' '}
        {code} {error}
      </p>
      {is_dated_by_arrival && <p>{DATED_BY_ARRIVAL}</p>}
      <ul>
        {Object.entries(checks).map(([name, isMet]) => (
          <li key={name}>
            {isMet ? '✓' : '✗'} {name.replaceAll('_', ' ')}
            <span className="hidden-label">{isMet ? ': passed' : ': failed'}</span>
          </li>
        ))}
      </ul>
      <p>The signature has to cover exactly this text:</p>
      <CopyText text={canonical} label="Copy the text" isBlock />
    </>
  );
}
