import type { Random } from '@tributary/server/testing/random';

/** What happens to one page. Times are in ms from the start of its script. */
export interface PagePlan {
  readonly events: readonly { readonly name: string; readonly at: number }[];
  /** Tracked in the turn in which the page leaves itself. */
  readonly last: readonly string[];
  readonly leaveAt?: number;
  readonly how?: 'navigate' | 'reload';
  /**
   * When the tab is closed or its process killed, in ms from the start of the navigation; from the start of its script for a
   * page that leaves itself.
   */
  readonly endAt: number;
  readonly end: 'close' | 'crash';
  /** When the network goes away and comes back, in ms from the start of the navigation. */
  readonly offline?: { readonly from: number; readonly to: number };
}

/** Plans a page; names of its events start with `prefix`. */
export function planPage(random: Random, prefix: string): PagePlan {
  const events = Array.from({ length: random.integer(0, 6) }, (_, at) => ({
    name: `${prefix}-e${at}`,
    at: random.integer(0, 1500),
  }));
  const leaves = random.chance(0.6);
  const leaveAt = random.chance(0.2) ? 0 : random.integer(0, 1500);
  const from = random.integer(0, 1500);
  return {
    events,
    last: leaves ? Array.from({ length: random.integer(1, 3) }, (_, at) => `${prefix}-l${at}`) : [],
    ...(leaves && { leaveAt, how: random.pick(['navigate', 'reload'] as const) }),
    // One that leaves itself is still there a while, since it is its own leaving that is tried.
    endAt: leaves ? 6000 : random.integer(50, 3000),
    end: random.chance(0.2) ? 'crash' : 'close',
    ...(random.chance(0.3) && { offline: { from, to: from + random.integer(100, 1500) } }),
  };
}
