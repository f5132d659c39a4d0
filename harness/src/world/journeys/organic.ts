import type { Action, EventAction } from '../action.ts';
import { type Connection, connect } from '../connection.ts';
import { makePerson, type Person } from '../person.ts';
import { deliverInstall, type StoreRecord } from './deliver-install.ts';
import { drawInstallTimes } from './honest-times.ts';
import { honestIntegrity, laterSession } from './integrity.ts';
import type { Journey, JourneyContext } from './journey.ts';

/** What Google Play says of those whom it knows to have come by themselves, and of those of whom it knows nothing. */
const ORGANIC = 'utm_source=google-play&utm_medium=organic';
const UNSET = 'utm_source=(not%20set)&utm_medium=(not%20set)';

/** Someone finds the app on their own. */
export const organic: Journey = (context) => {
  const person = makePerson(context, context.name, context.name);
  return organicInstall(context, person, context.startAt, connect(context.random, person));
};

/** An honest install that no click of this app led to. */
export function organicInstall(
  context: JourneyContext,
  person: Person,
  startAt: number,
  connection: Connection,
  again = false,
): Action[] {
  const { beginAfter, openAfter } = drawInstallTimes(context);
  const install = deliverInstall(context, {
    person,
    openedAt: startAt + openAfter,
    connection,
    store: organicRecord(context, startAt + beginAfter),
    claim: null,
    integrity: honestIntegrity(context),
    truth: { source: null, ownClicks: [], claimed: null, evidence: 'none', again, fraud: null, shows: [] },
  });
  return withLateToken(context, install);
}

/** What the store reports for an unreferred install. */
export function organicRecord({ random, world }: JourneyContext, beganAt: number): StoreRecord {
  const { storeTimesKnown, organicReferrer, referrerUnset } = world.evidence;
  const known = random.chance(storeTimesKnown);
  const said = random.chance(organicReferrer);
  // Worlds without any draw nothing for it, so that they stay what they were.
  const isUnset = said && referrerUnset > 0 && random.chance(referrerUnset);
  return {
    referrer: said ? (isUnset ? UNSET : ORGANIC) : null,
    clickedAt: known ? 0 : null,
    beganAt: known ? beganAt : null,
  };
}

/** A token that was not ready for the install arrives with a later session. */
export function withLateToken(context: JourneyContext, install: EventAction): Action[] {
  return install.integrity === 'late' ? [install, laterSession(context, install, 'passed')] : [install];
}
