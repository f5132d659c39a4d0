import type { Pool } from 'pg';
import { GroupCommit } from '../../platform/store/group-commit/group-commit.ts';

/** A webhook that accepts deliveries. */
export interface ActiveWebhook {
  readonly id: string;
  readonly customer_id: string;
  readonly app_id: string;
  /** Encrypted; see platform/auth/secrets/keyring.ts. */
  readonly signing_secret: string;
}

/** Finds webhooks; deliveries that arrive during a look-up share the next one. */
export interface WebhookFinder {
  /**
   * Finds the active webhook of an app and provider; none if the app or its account is inactive or deleted.
   *
   * @throws AppError OVERLOADED if the database cannot be reached.
   */
  find(appId: string, provider: string): Promise<ActiveWebhook | undefined>;
}

interface Asked {
  readonly appId: string;
  readonly provider: string;
}

const FIND = `
  select distinct payment_webhooks.id, payment_webhooks.customer_id, payment_webhooks.app_id,
    payment_webhooks.provider, payment_webhooks.signing_secret
  from unnest($1::uuid[], $2::text[]) as given (app_id, provider)
  join payment_webhooks on payment_webhooks.app_id = given.app_id and payment_webhooks.provider = given.provider
    and payment_webhooks.state = 'active'
  join apps on apps.id = payment_webhooks.app_id
  join accounts on accounts.id = apps.customer_id
  where apps.active and apps.deleted_at is null and accounts.active`;

/** The sizes are above what is ever under way; a look-up waits only for the one before it. */
const SETTINGS = { fullAt: 500, commitsAtOnce: 1, lingerMs: 1, maxItems: 10_000, maxWaitMs: 5000 };

/** Nothing is cached, so that a webhook accepts nothing more once it is revoked. */
export function createWebhookFinder(pool: Pool): WebhookFinder {
  const lookUp = async (asked: readonly Asked[]) => {
    const { rows } = await pool.query<ActiveWebhook & { provider: string }>({
      name: 'find-payment-webhooks',
      text: FIND,
      values: [asked.map(({ appId }) => appId), asked.map(({ provider }) => provider)],
    });
    const found = new Map(rows.map((row) => [`${row.provider} ${row.app_id}`, row]));
    return asked.map(({ appId, provider }) => found.get(`${provider} ${appId}`));
  };
  const group = new GroupCommit<Asked, ActiveWebhook | undefined>(lookUp, SETTINGS, () => performance.now());
  return {
    async find(appId, provider) {
      const [webhook] = await group.submit([{ appId, provider }]);
      return webhook;
    },
  };
}
