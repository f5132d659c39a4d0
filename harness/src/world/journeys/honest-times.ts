import type { Random } from '@tributary/server/testing/random';
import { drawSpan, drawWait } from '../wait.ts';
import type { JourneyContext } from './journey.ts';

/** When an install began and when the app was first opened, in ms after the click. */
export interface InstallTimes {
  readonly beginAfter: number;
  readonly openAfter: number;
}

/** How long an honest person takes: some install at once, some in the evening, a few days later. */
export function drawInstallTimes({ random, world: { timing } }: JourneyContext): InstallTimes {
  const beginAfter = drawPhase(random, timing.think, timing.thinkNow, timing.thinkSoon, timing.thinkLater);
  const downloaded = beginAfter + drawWait(random, timing.download);
  const openAfter =
    downloaded + drawPhase(random, timing.open, timing.openNow, timing.openSoon, timing.openLater);
  return { beginAfter, openAfter };
}

type WaitParts = Parameters<typeof drawWait>[1];
type SpanParts = Parameters<typeof drawSpan>[1];

function drawPhase(
  random: Random,
  shares: { readonly now: number; readonly soon: number },
  now: WaitParts,
  soon: WaitParts,
  later: SpanParts,
): number {
  const drawn = random.next();
  if (drawn < shares.now) return drawWait(random, now);
  return drawn < shares.now + shares.soon ? drawWait(random, soon) : drawSpan(random, later);
}
