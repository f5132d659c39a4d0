import { useState } from 'react';
import type { OutputOf } from '../../client/procedures.ts';
import { useChange } from '../../client/use-change.ts';
import { ServiceError } from '../../http/service-error.ts';
import { SelectField } from '../../parts/forms/field.tsx';
import { Form } from '../../parts/forms/form.tsx';
import { TextArea } from '../../parts/forms/text-area.tsx';
import { ExactMoney, State } from '../../values/values.tsx';
import { nameOfProvider } from './providers.ts';
import type { Webhook } from './webhook-table.tsx';

type Checked = OutputOf<'check_payment'>;

/** Tries a delivery without storing it, and says what would become of it. */
export function CheckPayment({ webhooks }: { webhooks: readonly Webhook[] }) {
  const check = useChange('check_payment', []);
  const [checked, setChecked] = useState<Checked | null>(null);
  const options = webhooks.map(({ id, label, provider }) => ({
    id,
    name: label ?? nameOfProvider(provider),
  }));
  return (
    <>
      <Form
        submit="Try it"
        onSubmit={async ({ webhook_id = '', headers = '', body = '' }) =>
          setChecked(
            await check.mutateAsync({
              p_webhook_id: webhook_id,
              p_headers: headersOf(headers),
              p_body: body,
            }),
          )
        }
      >
        <SelectField label="Webhook" name="webhook_id" options={options} />
        <TextArea label="Headers" name="headers" rows={3} hint="A line each: name: value." />
        <TextArea label="Body" name="body" required hint="Exactly as the provider sent it." />
      </Form>
      <div role="status">{checked && <Outcome of={checked} />}</div>
    </>
  );
}

/** @throws ServiceError at the field */
function headersOf(text: string): Record<string, string> {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return Object.fromEntries(
    lines.map((line) => {
      const [, name, value] = /^\s*([^:\s]+)\s*:\s*(.*?)\s*$/.exec(line) ?? [];
      if (!name) throw new ServiceError('headers: must be lines of “name: value”', 400);
      return [name, value ?? ''];
    }),
  );
}

function Outcome({ of: { status, outcome, reason, signature_valid, event, matched_by } }: { of: Checked }) {
  return (
    <dl className="facts">
      <dt>Answer</dt>
      <dd>
        {status}, <State word={outcome} tone={outcome === 'recorded' ? 'good' : 'warn'} /> {reason}
      </dd>
      <dt>Signature</dt>
      <dd>{signature_valid ? 'valid' : 'not valid'}</dd>
      {event && (
        <>
          <dt>Payment</dt>
          <dd>
            {event.event_type.replaceAll('_', ' ')} {event.reference}:{' '}
            {event.currency === null ? (
              event.amount
            ) : (
              <ExactMoney amount={event.amount} currency={event.currency} />
            )}
          </dd>
          <dt>Device</dt>
          <dd>{deviceText(outcome, matched_by)}</dd>
        </>
      )}
    </dl>
  );
}

/** A delivery that is refused looks for none. */
function deviceText(outcome: Checked['outcome'], matchedBy: string | null): string {
  if (matchedBy) return `found by ${matchedBy}`;
  return outcome === 'recorded' ? 'none is found by its ids' : 'not looked for';
}
