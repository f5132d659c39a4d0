import { deliveriesOf } from '@tributary/server/payments/testing/provider-events';
import type { DemoService } from '../service/start-demo-service.ts';
import type { PaymentAction } from '../story/plan-life.ts';
import type { OpenShop } from './set-up-shop.ts';

/** Delivers a payment, its refund or that it failed as the provider does. @throws if it is not recorded. */
export async function sendPayment(
  service: DemoService,
  { app, secrets }: OpenShop,
  { kind, at, story }: PaymentAction,
): Promise<void> {
  const secret = secrets.get(story.provider) ?? '';
  const { payment, reversals: refund, undone: reinstated } = deliveriesOf(story, { secret, now: at });
  for (const { headers, rawBody } of { payment, refund, reinstated }[kind]) {
    const path = `/v1/payment-webhook?app_id=${app.appId}&provider=${story.provider}`;
    const response = await service.request(path, { method: 'POST', headers, body: rawBody });
    const answer = await response.text();
    if (!response.ok || !answer.includes('"recorded"'))
      throw new Error(`payment-webhook answered ${response.status}: ${answer}`);
  }
}
