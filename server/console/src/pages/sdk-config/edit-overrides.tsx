import { useChange } from '../../client/use-change.ts';
import { Field, SelectField } from '../../parts/forms/field.tsx';
import { type Entered, Form } from '../../parts/forms/form.tsx';
import type { SdkConfig } from './setting-table.tsx';

const YES_OR_NO = [
  { id: '', name: 'As the platform has it' },
  { id: 'yes', name: 'Yes' },
  { id: 'no', name: 'No' },
];

/** Replaces the account's own settings; what is left empty is the platform's. */
export function EditOverrides({ of: { config, overridden, notes } }: { of: SdkConfig }) {
  const upsert = useChange('upsert_sdk_config', ['get_sdk_config']);
  const own = (name: keyof SdkConfig['config']) => (overridden.includes(name) ? config[name] : null);
  const text = (name: keyof SdkConfig['config']) => String(own(name) ?? '');
  const choice = (name: keyof SdkConfig['config']) => (own(name) === null ? '' : own(name) ? 'yes' : 'no');
  return (
    <Form
      submit="Save"
      onSubmit={(entered) =>
        upsert.mutateAsync({
          p_tracking_enabled: flagOf(entered, 'tracking_enabled'),
          p_sampling_rate: numberOf(entered, 'sampling_rate'),
          p_batch_size: numberOf(entered, 'batch_size'),
          p_flush_interval_ms: numberOf(entered, 'flush_interval_ms'),
          p_wifi_only_mode: flagOf(entered, 'wifi_only_mode'),
          p_suppress_on_low_battery: flagOf(entered, 'suppress_on_low_battery'),
          p_notes: entered.notes || null,
        })
      }
    >
      <SelectField
        label="Track events"
        name="tracking_enabled"
        options={YES_OR_NO}
        defaultValue={choice('tracking_enabled')}
      />
      <Field
        label="Share of installations that send"
        name="sampling_rate"
        type="number"
        min={0}
        max={1}
        step="any"
        defaultValue={text('sampling_rate')}
        hint="From 0 to 1. Installs and purchases of the others are sent, too."
      />
      <Field
        label="Events in a request"
        name="batch_size"
        type="number"
        min={1}
        max={50}
        defaultValue={text('batch_size')}
      />
      <Field
        label="Milliseconds between requests"
        name="flush_interval_ms"
        type="number"
        min={1000}
        max={86_400_000}
        defaultValue={text('flush_interval_ms')}
      />
      <SelectField
        label="Send over Wi-Fi alone"
        name="wifi_only_mode"
        options={YES_OR_NO}
        defaultValue={choice('wifi_only_mode')}
      />
      <SelectField
        label="Send nothing on a low battery"
        name="suppress_on_low_battery"
        options={YES_OR_NO}
        defaultValue={choice('suppress_on_low_battery')}
      />
      <Field label="Notes" name="notes" defaultValue={notes ?? ''} maxLength={1000} />
    </Form>
  );
}

const numberOf = (entered: Entered, name: string) => (entered[name] ? Number(entered[name]) : null);
const flagOf = (entered: Entered, name: string) => (entered[name] ? entered[name] === 'yes' : null);
