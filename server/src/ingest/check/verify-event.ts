import type { KnownApp } from '../../apps/app-directory.ts';
import { isInReplayWindow } from './check-replay-window.ts';
import type { CheckedEvent } from './check-shape.ts';
import { hasValidSignature } from './check-signature.ts';
import { REJECTIONS } from './rejections.ts';
import type { StepResult } from './step-result.ts';

/**
 * Whether an event of the right shape comes from who it says, now: the app is known, active and the account's, the
 * signature fits, and it was made within the replay window. In this order, so that only who holds the secret learns
 * anything of the clock.
 *
 * @param canonical its canonical form as it was sent.
 * @param app what the directory knows under the event's app_id.
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
