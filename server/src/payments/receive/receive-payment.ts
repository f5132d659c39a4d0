import type { Keyring } from '../../platform/auth/secrets/keyring.ts';
import { AppError } from '../../platform/errors/errors.ts';
import { toAppError } from '../../platform/errors/to-app-error.ts';
import type { RateLimits } from '../../platform/limits/rate-limits.ts';
import type { PaymentProvider } from '../providers/payment-provider.ts';
import type { RecordOutcome } from '../record/recording.ts';
import type { DeliveryRecorder } from '../recorder/delivery-recorder.ts';
import { type DeliveryJournal, outcomeOf } from './delivery-journal.ts';
import type { ActiveWebhook, WebhookFinder } from './find-webhooks.ts';
import { readDelivery } from './read-delivery.ts';

/** Everything that the payment webhooks need, living as long as the process. */
export interface Payments {
  readonly keyring: Keyring;
  readonly webhooks: WebhookFinder;
  readonly recorder: DeliveryRecorder;
  readonly limits: Pick<RateLimits, 'paymentPerApp' | 'paymentPerSender'>;
  readonly journal: DeliveryJournal;
  /** Unix ms. */
  readonly clock: () => number;
}

declare module '../../platform/services.ts' {
  interface Services {
    readonly payments: Payments;
  }
}

/** A request to a payment webhook. */
export interface IncomingDelivery {
  /** A UUID in lower case. */
  readonly appId: string;
  readonly provider: PaymentProvider;
  /** The address that an unauthenticated delivery counts against. */
  readonly sender: string;
  header(name: string): string | undefined;
  /** @throws AppError PAYLOAD_TOO_LARGE, and VALIDATION_ERROR for an incomplete body. */
  readBody(): Promise<Uint8Array>;
}

export type DeliveryAnswer = RecordOutcome | { readonly status: 'ignored' };

/**
 * Runs a delivery through every step, in order.
 *
 * The webhook first, which costs one look-up; then the body, within its limit, and the signature. Only authentic
 * deliveries count against the app's limit, are parsed, and are recorded.
 *
 * @throws AppError NOT_FOUND, PAYLOAD_TOO_LARGE, AUTH_ERROR, RATE_LIMIT, VALIDATION_ERROR, OVERLOADED
 */
export async function receivePayment(
  payments: Payments,
  delivery: IncomingDelivery,
): Promise<DeliveryAnswer> {
  const webhook = await requireWebhook(payments, delivery);
  const orLogFailure = <R>(verified: boolean, step: () => Promise<R>) =>
    logFailure(payments, webhook, delivery, verified, step);
  const rawBody = await orLogFailure(false, () => readVerifiedBody(payments, webhook, delivery));
  return orLogFailure(true, () => recordDelivery(payments, webhook, delivery, rawBody));
}

async function requireWebhook(
  { webhooks, limits }: Payments,
  { appId, provider, sender }: IncomingDelivery,
): Promise<ActiveWebhook> {
  const webhook = await webhooks.find(appId, provider.name);
  if (webhook !== undefined) return webhook;
  await limits.paymentPerSender.consume(`${appId} ${sender}`);
  throw new AppError('NOT_FOUND', 'there is no active webhook for this app and provider');
}

/** Returns the body once its signature is verified. */
async function readVerifiedBody(
  { keyring, limits, clock }: Payments,
  { id, signing_secret }: ActiveWebhook,
  { appId, provider, sender, header, readBody }: IncomingDelivery,
): Promise<Uint8Array> {
  const rawBody = await readBody();
  const secret = keyring.open('payment-webhook-secret', id, signing_secret);
  const flaw = provider.verify({ header, rawBody }, secret, clock());
  if (flaw === null) return rawBody;
  await limits.paymentPerSender.consume(`${appId} ${sender}`);
  throw new AppError('AUTH_ERROR', `the signature did not verify: ${flaw}`);
}

/** Records it, unless there is nothing in it to record. */
async function recordDelivery(
  payments: Payments,
  webhook: ActiveWebhook,
  { appId, provider }: IncomingDelivery,
  rawBody: Uint8Array,
): Promise<DeliveryAnswer> {
  const { limits, journal, clock } = payments;
  await limits.paymentPerApp.consume(appId);
  const reading = readDelivery(provider, rawBody);
  if (reading.kind === 'invalid') throw new AppError('VALIDATION_ERROR', reason(reading));
  if (reading.kind === 'ignored') {
    await journal.note(webhook, provider.name, {
      verified: true,
      outcome: 'ignored',
      reason: reason(reading),
    });
    return { status: 'ignored' };
  }
  const outcome = await payments.recorder.record({
    webhookId: webhook.id,
    rawBody,
    fact: {
      customerId: webhook.customer_id,
      appId: webhook.app_id,
      provider: provider.name,
      reading,
      receivedAt: clock(),
    },
  });
  journal.count(provider.name, outcome.status);
  if (outcome.status === 'duplicate' && outcome.conflict)
    journal.countConflict(provider.name, outcome.conflict);
  return outcome;
}

const reason = ({ reason }: { readonly reason: string }) => reason;

/** Logs why a delivery failed, for the owner of the webhook; the sender gets the same reason. */
async function logFailure<R>(
  { journal }: Payments,
  webhook: ActiveWebhook,
  { provider }: IncomingDelivery,
  verified: boolean,
  step: () => Promise<R>,
): Promise<R> {
  try {
    return await step();
  } catch (thrown) {
    const error = toAppError(thrown);
    const outcome = outcomeOf(error);
    const logged = journal.note(webhook, provider.name, { verified, outcome, reason: error.message });
    // An unresponsive database would not store the log entry either.
    if (outcome !== 'failed') await logged;
    throw error;
  }
}
