import type { EventAction, IntegrityVerdict } from '../action.ts';
import type { JourneyContext } from './journey.ts';

const HOUR = 3_600_000;

/** The token of an honest device's install; most pass. */
export function honestIntegrity({ random, app, world }: JourneyContext): IntegrityVerdict {
  if (!app.sendsTokens) return 'none';
  const { noStoreServices, rooted, rootedBasic, lateToken } = world.integrity;
  if (random.chance(noStoreServices)) return 'missing';
  if (random.chance(rooted)) return random.chance(rootedBasic) ? 'basic_only' : 'rejected';
  // Its first token came too late for the install event; see laterSession.
  return random.chance(lateToken) ? 'late' : 'passed';
}

/** A session some hours after the install, with a token if the device can have one. */
export function laterSession(
  { random }: JourneyContext,
  install: EventAction,
  integrity: IntegrityVerdict,
): EventAction {
  const at = install.at + random.integer(HOUR, 20 * HOUR);
  const {
    referrer: _referrer,
    referrer_click_ts: _click,
    install_begin_ts: _begin,
    ...device
  } = install.event;
  return {
    ...install,
    at,
    event: {
      ...device,
      event_type: 'session_start',
      event_id: random.uuid(),
      timestamp: at - 1000,
      sent_at: at - 300,
      age_ms: 1000,
    },
    claim: null,
    integrity,
    truth: null,
    history: { keyResolvedAt: null, events: [] },
  };
}
