import type { MatrixRow } from '../matrix-row.ts';
import { DEVELOPER_OF_APP, VIEWER_OF_APP, withoutAnswer } from './expected-statuses.ts';

/** Procedures of payment webhooks. */
export const PAYMENT_ROWS = {
  create_payment_webhook: {
    args: ({ tenant }) => ({ p_app_id: tenant.appId, p_provider: 'generic' }),
    expected: DEVELOPER_OF_APP,
  },
  list_payment_webhooks: { args: ({ tenant }) => ({ p_app_id: tenant.appId }), expected: VIEWER_OF_APP },
  revoke_payment_webhook: {
    // It is already revoked, which is the answer to callers who may revoke it.
    args: ({ revokedWebhookId }) => ({ p_webhook_id: revokedWebhookId() }),
    expected: DEVELOPER_OF_APP.map((status) => (status === 200 ? 409 : status)),
  },
  reactivate_payment_webhook: {
    args: ({ revokedWebhookId }) => ({ p_webhook_id: revokedWebhookId() }),
    expected: withoutAnswer(DEVELOPER_OF_APP),
  },
  check_payment: {
    args: ({ activeWebhookId }) => ({ p_webhook_id: activeWebhookId, p_headers: {}, p_body: '{}' }),
    expected: DEVELOPER_OF_APP,
  },
  delete_payment_webhook: {
    args: ({ revokedWebhookId }) => ({ p_webhook_id: revokedWebhookId() }),
    expected: withoutAnswer(DEVELOPER_OF_APP),
  },
} satisfies Record<string, MatrixRow>;
