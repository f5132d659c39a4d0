import { useNameOfApp } from '../../account/use-name-of-app.ts';
import type { OutputOf } from '../../client/procedures.ts';
import { useChange } from '../../client/use-change.ts';
import type { Column } from '../../parts/column.ts';
import { CopyText } from '../../parts/copy-text.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import { ConfirmDialog } from '../../parts/forms/confirm-dialog.tsx';
import { State, Time } from '../../values/values.tsx';
import { nameOfProvider } from './providers.ts';
import { addressOf } from './shown-webhook.tsx';

export type Webhook = OutputOf<'list_payment_webhooks'>['items'][number];

interface WebhookTableProps {
  readonly webhooks: readonly Webhook[];
  readonly more: (() => void) | undefined;
}

/** The webhooks there are. */
export function WebhookTable({ webhooks, more }: WebhookTableProps) {
  const nameOfApp = useNameOfApp();
  const columns: Column<Webhook>[] = [
    { key: 'provider', title: 'Provider', value: ({ provider }) => nameOfProvider(provider) },
    { key: 'label', title: 'Name', value: ({ label }) => label },
    { key: 'app', title: 'App', value: ({ app_id }) => nameOfApp(app_id) },
    {
      key: 'state',
      title: 'State',
      value: ({ state }) => state,
      cell: ({ state }) => <State word={state} tone={state === 'active' ? 'good' : 'quiet'} />,
    },
    {
      key: 'last_used_at',
      title: 'Last delivery',
      value: ({ last_used_at }) => last_used_at,
      cell: ({ last_used_at }) => <Time at={last_used_at} />,
    },
    {
      key: 'webhook_url',
      title: 'Address',
      isLong: true,
      value: ({ webhook_url }) => addressOf(webhook_url),
      cell: ({ webhook_url }) => <CopyText text={addressOf(webhook_url)} label="Copy the address" />,
    },
    { key: 'actions', title: 'Actions', cell: (webhook) => <Actions webhook={webhook} /> },
  ];
  return <DataTable name="webhooks" rows={webhooks} columns={columns} keyOf={({ id }) => id} more={more} />;
}

function Actions({ webhook: { id, provider, state } }: { webhook: Webhook }) {
  const revoke = useChange('revoke_payment_webhook', ['list_payment_webhooks']);
  const reactivate = useChange('reactivate_payment_webhook', ['list_payment_webhooks']);
  const remove = useChange('delete_payment_webhook', ['list_payment_webhooks']);
  if (state === 'active')
    return (
      <ConfirmDialog
        button="Revoke"
        title={`Revoke the webhook of ${nameOfProvider(provider)}?`}
        confirm="Revoke"
        onConfirm={() => revoke.mutateAsync({ p_webhook_id: id })}
      >
        <p>Its deliveries are refused at once; what they would have reported is not recorded meanwhile.</p>
      </ConfirmDialog>
    );
  return (
    <div className="actions">
      <button
        type="button"
        disabled={reactivate.isPending}
        onClick={() => reactivate.mutate({ p_webhook_id: id })}
      >
        Reactivate
      </button>
      <ConfirmDialog
        button="Delete"
        title={`Delete the webhook of ${nameOfProvider(provider)}?`}
        confirm="Delete"
        onConfirm={() => remove.mutateAsync({ p_webhook_id: id })}
      >
        <p>The payments that it brought stay. This cannot be undone.</p>
      </ConfirmDialog>
      {reactivate.error && (
        <p className="form-error" role="alert">
          {reactivate.error.message}
        </p>
      )}
    </div>
  );
}
