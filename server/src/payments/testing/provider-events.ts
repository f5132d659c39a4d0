import type { ProviderName } from '../providers/providers.ts';
import { genericEvents } from './generic-events.ts';
import type { PaymentStory, StoryEvents } from './payment-story.ts';
import { providerAEvents } from './provider-a-events.ts';
import { providerBEvents } from './provider-b-events.ts';
import { providerCEvents } from './provider-c-events.ts';
import { type Delivery, signDelivery } from './sign-delivery.ts';

/** The same events as signed requests. */
export interface StoryDeliveries {
  readonly payment: readonly Delivery[];
  readonly reversals: readonly Delivery[];
  /** Of what is undone of these. */
  readonly undone: readonly Delivery[];
}

const EVENTS: Record<ProviderName, (story: PaymentStory) => StoryEvents> = {
  provider_a: providerAEvents,
  provider_b: providerBEvents,
  provider_c: providerCEvents,
  generic: genericEvents,
};

/**
 * Everything that a provider would deliver about a story, each event once.
 *
 * @param now Unix ms at which all of it is signed.
 * @example
 * const { payment, reversals } = deliveriesOf(story, { secret, now });
 * await fetch(`${base}/v1/payment-webhook?app_id=${app}&provider=${story.provider}`, {
 *   method: 'POST', headers: payment[0].headers, body: payment[0].rawBody });
 */
export function deliveriesOf(
  story: PaymentStory,
  signing: { readonly secret: string; readonly now: number },
): StoryDeliveries {
  const { payment, reversals, undone } = EVENTS[story.provider](story);
  const signed = (event: object) => signDelivery(story.provider, JSON.stringify(event), signing);
  return { payment: payment.map(signed), reversals: reversals.map(signed), undone: undone.map(signed) };
}
