import { usePeriod } from '../../address/use-period.ts';
import { useChange } from '../../client/use-change.ts';
import { EmptyState } from '../../parts/empty-state.tsx';
import { Field, SelectField } from '../../parts/forms/field.tsx';
import { Form } from '../../parts/forms/form.tsx';
import type { Campaign } from './campaign.ts';

/** Records what a campaign cost on a day. */
export function SpendByDay({ campaigns }: { campaigns: readonly Campaign[] }) {
  const { to } = usePeriod();
  const record = useChange('record_ad_spend', ['list_ad_spend', 'analytics.roas']);
  const open = campaigns.filter(({ archived }) => !archived);
  if (open.length === 0) return <EmptyState>Spend belongs to a campaign. Make one first.</EmptyState>;
  return (
    <Form
      submit="Record"
      onSubmit={({ campaign_id = '', date = '', amount = '', currency = '' }) =>
        record.mutateAsync({
          p_campaign_id: campaign_id,
          p_date: date,
          p_amount: amount,
          p_currency: currency.toUpperCase(),
        })
      }
      beside={record.isSuccess && <span role="status">Recorded.</span>}
    >
      <SelectField label="Campaign" name="campaign_id" options={open} />
      <Field label="Day (UTC)" name="date" type="date" defaultValue={to} required />
      <Field label="Amount" name="amount" inputMode="decimal" required hint="Replaces what the day had." />
      <Field label="Currency" name="currency" required maxLength={3} hint="Three letters, such as EUR." />
    </Form>
  );
}
