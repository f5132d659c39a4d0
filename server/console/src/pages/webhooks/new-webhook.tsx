import { useAccount } from '../../account/account.tsx';
import { appsAtHand } from '../../account/apps-at-hand.ts';
import { useChange } from '../../client/use-change.ts';
import { Field, SelectField } from '../../parts/forms/field.tsx';
import { Form } from '../../parts/forms/form.tsx';
import { PROVIDERS } from './providers.ts';
import type { MadeWebhook } from './shown-webhook.tsx';

/** Makes a webhook of an app. */
export function NewWebhook({ onMade }: { onMade(made: MadeWebhook): void }) {
  const { app, apps } = useAccount();
  const create = useChange('create_payment_webhook', ['list_payment_webhooks']);
  return (
    <Form
      submit="Make the webhook"
      isCleared
      onSubmit={async ({ app_id = '', provider, label = '', secret = '' }) =>
        onMade(
          await create.mutateAsync({
            p_app_id: app_id,
            p_provider: PROVIDERS.find(({ id }) => id === provider)?.id ?? 'generic',
            p_label: label || null,
            p_secret: secret || null,
          }),
        )
      }
    >
      <SelectField label="App" name="app_id" options={appsAtHand(apps, app)} />
      <SelectField
        label="Provider"
        name="provider"
        options={PROVIDERS}
        hint="An app has one active webhook of a provider: a new one revokes the one before, which “Reactivate” brings back."
      />
      <Field label="Name" name="label" maxLength={200} />
      <Field
        label="The provider’s secret"
        name="secret"
        type="password"
        autoComplete="off"
        hint="From the provider’s dashboard. For your own backend leave it empty: one is made and shown once."
      />
    </Form>
  );
}
