import { randomBytes, randomUUID } from 'node:crypto';
import type { TestService } from '../../testing/test-service.ts';
import type { Tenant } from '../../testing/test-tenant.ts';
import type { ProviderName } from '../providers/providers.ts';
import { signDelivery } from './sign-delivery.ts';

/** A webhook that a test delivers to as its provider. */
export interface TestWebhook {
  readonly id: string;
  readonly appId: string;
  readonly provider: ProviderName;
  readonly secret: string;
}

/** The part of a service that gives access to its secrets. */
export interface WithSecrets {
  readonly services: Pick<TestService['services'], 'workPool' | 'keyring'>;
}

/** Creates an active webhook directly in the database. */
export async function makeWebhook(
  { services }: WithSecrets,
  { accountId, appId }: Pick<Tenant, 'accountId' | 'appId'>,
  provider: ProviderName = 'generic',
): Promise<TestWebhook> {
  const webhook = { id: randomUUID(), appId, provider, secret: randomBytes(24).toString('hex') };
  const sealed = services.keyring.seal('payment-webhook-secret', webhook.id, webhook.secret);
  await services.workPool.query(
    `insert into payment_webhooks (id, customer_id, app_id, provider, signing_secret, created_at)
     values ($1, $2, $3, $4, $5, now())`,
    [webhook.id, accountId, appId, provider, sealed],
  );
  return webhook;
}

/** The headers that a provider sends with a body. @param now Unix ms. */
export const signatureHeaders = ({ provider, secret }: TestWebhook, body: string, now: number) =>
  signDelivery(provider, body, { secret, now }).headers;

/** Where deliveries of a webhook are sent to. */
export const webhookPath = ({ appId, provider }: Pick<TestWebhook, 'appId' | 'provider'>) =>
  `/v1/payment-webhook?app_id=${appId}&provider=${provider}`;

/** Delivers a payload, signed as by the provider. */
export async function deliver(
  service: TestService,
  webhook: TestWebhook,
  payload: object | string,
  headers: Record<string, string> = {},
): Promise<Response> {
  const body = typeof payload === 'string' ? payload : JSON.stringify(payload);
  const signature = signatureHeaders(webhook, body, service.services.clock());
  return service.request(webhookPath(webhook), {
    method: 'POST',
    body,
    headers: { ...signature, ...headers },
  });
}

/** The body of a 200. */
export interface DeliveryBody {
  readonly status: 'recorded' | 'duplicate' | 'ignored';
  readonly payment_event_id?: string;
  readonly reference?: string;
  readonly event_type?: string;
  readonly matched?: boolean;
}

/** Delivers a payload that must be accepted. */
export async function accepted(
  service: TestService,
  webhook: TestWebhook,
  payload: object,
): Promise<DeliveryBody> {
  let response = await deliver(service, webhook, payload);
  // Of many at once, a busy machine may be too slow for the last: a provider sends them again.
  while (response.status === 503) response = await deliver(service, webhook, payload);
  if (response.status !== 200) throw new Error(`${response.status}: ${await response.text()}`);
  return (await response.json()) as DeliveryBody;
}
