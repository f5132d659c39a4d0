import { useState } from 'react';
import { useAccount } from '../../account/account.tsx';
import { useList } from '../../client/use-list.ts';
import { Card } from '../../parts/card.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Page } from '../../parts/page.tsx';
import { CheckPayment } from './check-payment.tsx';
import { DeliveryTable } from './delivery-table.tsx';
import { NewWebhook } from './new-webhook.tsx';
import { type MadeWebhook, ShownWebhook } from './shown-webhook.tsx';
import { WebhookTable } from './webhook-table.tsx';

/** Where payment providers report to, and what they have sent last. */
export function WebhooksPage() {
  const { app, apps } = useAccount();
  const webhooks = useList('list_payment_webhooks', { p_app_id: app?.id ?? null });
  const [made, setMade] = useState<MadeWebhook | null>(null);
  if (apps.length === 0)
    return (
      <Page title="Payment webhooks">
        <EmptyState>A webhook belongs to an app, and there is none yet.</EmptyState>
      </Page>
    );
  return (
    <Page title="Payment webhooks" intro="Payments and refunds arrive here, signed by the provider.">
      {made && <ShownWebhook made={made} onDone={() => setMade(null)} />}
      <Card title="Webhooks">
        <Loaded of={webhooks}>
          {(rows) =>
            rows.length === 0 ? (
              <EmptyState>
                There is none yet. Make one below and enter its address at your provider.
              </EmptyState>
            ) : (
              <WebhookTable webhooks={rows} more={webhooks.more} />
            )
          }
        </Loaded>
      </Card>
      {webhooks.data && webhooks.data.length > 0 && (
        <>
          <Card title="Last deliveries">
            <DeliveryTable webhooks={webhooks.data} />
          </Card>
          <Card title="Try a delivery">
            <CheckPayment webhooks={webhooks.data} />
          </Card>
        </>
      )}
      <Card title="Make a webhook">
        <NewWebhook onMade={setMade} />
      </Card>
    </Page>
  );
}
