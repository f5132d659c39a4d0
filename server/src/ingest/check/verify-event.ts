import type { KnownApp } from '../../apps/app-directory.ts';
import type { CheckedEvent } from './check-shape.ts';
import { hasValidSignature } from './has-valid-signature.ts';
import { isInReplayWindow } from './is-in-replay-window.ts';
import { REJECTIONS } from './rejections.ts';
import type { StepResult } from './step-result.ts';

/**
 * Whether a well-formed event is authentic and current: the app is known, active and the account's, the signature is
 * valid, and it was signed within the replay window. In this order, so that only a holder of the secret learns anything
 * about the clock.
 *
 * @param canonical the canonical form as it was sent.
 * @param app what the directory knows about the event's app_id.
 * @param arrival Unix ms, server clock.
 */
export function verifyEvent(
  event: CheckedEvent,
  canonical: string,
  app: KnownApp | undefined,
  arrival: number,
): StepResult<KnownApp> {
  if (app === undefined || !app.active || app.customerId !== event.customer_id.toLowerCase()) {
    return REJECTIONS.unknownApp;
  }
  if (!hasValidSignature(event, canonical, app.signingKey)) return REJECTIONS.badSignature;
  if (!isInReplayWindow(event, arrival)) return REJECTIONS.outsideWindow;
  return { ok: true, value: app };
}
