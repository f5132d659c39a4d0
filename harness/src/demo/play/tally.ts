import type { EventAction } from '../../world/action.ts';
import { NO_GAID } from '../../world/person.ts';
import type { StoryAction } from '../story/generate-story.ts';

/** What has been played; amounts are in cents. */
export interface Tally {
  clicks: number;
  events: number;
  /** First installs of devices. */
  installs: number;
  /** Installs of devices that had installed the app before. */
  reinstalls: number;
  inAppCents: number;
  payments: number;
  grossCents: number;
  refunds: number;
  refundedCents: number;
  spentCents: number;
}

export interface Tallying {
  readonly tally: Readonly<Tally>;
  count(action: StoryAction): void;
  countSpend(cents: number): void;
}

/** Counts what is played, as the reports should count it. */
export function startTally(): Tallying {
  const tally: Tally = {
    clicks: 0,
    events: 0,
    installs: 0,
    reinstalls: 0,
    inAppCents: 0,
    payments: 0,
    grossCents: 0,
    refunds: 0,
    refundedCents: 0,
    spentCents: 0,
  };
  const knownIds = new Set<string>();

  function countEvent({ event, truth }: EventAction): void {
    tally.events++;
    if (truth === null) return;
    const ids = [event.gaid === NO_GAID ? undefined : event.gaid, event.android_id];
    const known = ids.filter((id) => id !== undefined);
    if (known.some((id) => knownIds.has(id))) tally.reinstalls++;
    else tally.installs++;
    for (const id of known) knownIds.add(id);
  }

  return {
    tally,
    count(action) {
      switch (action.kind) {
        case 'click':
          tally.clicks++;
          return;
        case 'event':
          return countEvent(action);
        case 'session':
          tally.events += action.events.length;
          tally.inAppCents += action.boughtCents;
          return;
        case 'payment':
          tally.payments++;
          tally.grossCents += action.cents;
          return;
        case 'refund':
          tally.refunds++;
          tally.refundedCents += action.cents;
          return;
        case 'reinstated':
          tally.refundedCents -= action.cents;
      }
    },
    countSpend(cents) {
      tally.spentCents += cents;
    },
  };
}
