import { perTest } from '../../testing/per-suite.ts';
import { createTenant, freshAddress } from '../../testing/test-tenant.ts';
import { useService } from '../../testing/use-service.ts';
import { makeWebhook, signatureHeaders } from './payment-webhook.ts';

/** What the service's clock says, in Unix ms. */
export const NOW = Date.UTC(2026, 4, 10, 12);
export const payload = { reference: 'p-1', amount: 12.5, currency: 'EUR' };
export const BODY = JSON.stringify(payload);

interface LoggedRow {
  readonly outcome: string;
  readonly verified: boolean;
  readonly reason: string | null;
}

/** A service with a new account and webhook for each test of a file, and what posts to it and reads what it logged. */
export function useWebhookPosts() {
  const service = useService({ clock: () => NOW });
  const tenant = perTest(() => createTenant(service));
  const webhook = perTest(() => makeWebhook(service, tenant));
  return {
    service,
    tenant,
    webhook,
    /** Posts a body, signed by default, to any path. */
    post(path: string, { body = BODY, headers = {}, method = 'POST', from = freshAddress() } = {}) {
      const signature = signatureHeaders(webhook, body, NOW);
      return service.request(path, {
        method,
        headers: { 'x-forwarded-for': from, ...signature, ...headers },
        ...(method !== 'GET' && method !== 'HEAD' && { body }),
      });
    },
    async logged(of = webhook): Promise<LoggedRow[]> {
      const { rows } = await service.services.workPool.query<LoggedRow>(
        'select outcome, verified, reason from payment_deliveries where webhook_id = $1 order by outcome, reason',
        [of.id],
      );
      return rows;
    },
  };
}
