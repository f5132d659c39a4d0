import type { ClickAction, EventAction } from '../../world/action.ts';
import { NO_GAID } from '../../world/person.ts';

/** An install as its app would send it if it passed on nothing that the store says: its device may still be known. */
export function withSilentStore(
  action: EventAction,
  clicks: ReadonlyMap<string, ClickAction>,
): Pick<EventAction, 'truth' | 'event' | 'claim'> {
  const { truth, claim } = action;
  const { referrer: _referrer, referrer_click_ts: _click, install_begin_ts: _began, ...event } = action.event;
  if (truth?.evidence !== 'referrer') return { truth, event, claim };
  const known = truth.ownClicks.findLast((key) => {
    const gaid = clicks.get(key)?.query.gaid ?? NO_GAID;
    return gaid !== NO_GAID && gaid === event.gaid;
  });
  const evidence = known === undefined ? 'none' : 'device_id';
  return { truth: { ...truth, evidence, claimed: known ?? null }, event, claim: null };
}
