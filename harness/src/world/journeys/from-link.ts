import type { Action, ClickAction } from '../action.ts';
import { type Connection, connectLater } from '../connection.ts';
import { makePerson, NO_GAID, type Person } from '../person.ts';
import { type LinkKind, type LinkPlan, linksOf } from '../plan-world.ts';
import type { InstallTruth } from '../truth.ts';
import { deliverInstall, type InstallParts, type StoreRecord } from './deliver-install.ts';
import { drawInstallTimes, type InstallTimes } from './honest-times.ts';
import { honestIntegrity } from './integrity.ts';
import type { Journey, JourneyContext } from './journey.ts';
import { organicRecord, withLateToken } from './organic.ts';
import { visit } from './visit.ts';

const HOUR = 3_600_000;

/** Someone follows a link of those kinds and then installs the app. */
export const fromLink =
  (...kinds: readonly LinkKind[]): Journey =>
  (context) => {
    const person = makePerson(context, context.name, context.name);
    const link = context.random.pick(linksOf(context.app, ...kinds));
    return clickAndInstall(context, person, link, context.startAt);
  };

/** An honest install that a click led to. */
export function clickAndInstall(
  context: JourneyContext,
  person: Person,
  link: LinkPlan,
  startAt: number,
  again = false,
): Action[] {
  const { random } = context;
  const times = drawInstallTimes(context);
  const visits = allVisits(context, person, link, startAt, times);
  const install = deliverInstall(context, {
    person,
    openedAt: visits.cause.at + times.openAfter,
    connection: connectLater(random, person, visits.connection, times.openAfter),
    integrity: honestIntegrity(context),
    ...evidence(context, person, link, visits, visits.cause.at + times.beginAfter, again),
  });
  return [...visits.own, ...visits.extra, ...withLateToken(context, install)];
}

interface Visits {
  /** The click that led to the install. */
  readonly cause: ClickAction;
  readonly connection: Connection;
  /** Every click that the person made deliberately, in order. */
  readonly own: readonly ClickAction[];
  readonly extra: readonly ClickAction[];
}

/**
 * Perhaps the link of another campaign in the days before; then the one that counts; perhaps the same once more during
 * the download.
 */
function allVisits(
  context: JourneyContext,
  person: Person,
  link: LinkPlan,
  startAt: number,
  { beginAfter, openAfter }: InstallTimes,
): Visits {
  const { random } = context;
  const others = linksOf(context.app, 'social', 'message', 'ad').filter(({ index }) => index !== link.index);
  const earlier = random.chance(context.world.clicks.earlierCampaign)
    ? visit(context, person, random.pick(others), startAt, `${startAt}-earlier`)
    : null;
  const at = earlier === null ? startAt : startAt + random.integer(6 * HOUR, 60 * HOUR);
  const { click, connection, extra } = visit(context, person, link, at, `${at}`);
  const back = { ...click, at: at + random.integer(beginAfter, openAfter), key: `${click.key}-back` };
  return {
    cause: click,
    connection,
    own: [
      ...(earlier ? [earlier.click] : []),
      click,
      ...(random.chance(context.world.clicks.secondVisit) ? [back] : []),
    ],
    extra: [...(earlier?.extra ?? []), ...extra],
  };
}

/** What links the install to the click: the store's referrer, a passed-on id, a device id, or nothing. */
function evidence(
  context: JourneyContext,
  person: Person,
  link: LinkPlan,
  { cause, own }: Visits,
  beganAt: number,
  again: boolean,
): Pick<InstallParts, 'store' | 'claim' | 'truth'> {
  const { random } = context;
  const { referrerKept, clickIdHandedOver, storeTimesKnown } = context.world.evidence;
  const ownClicks = own.map(({ key }) => key);
  const truth = { source: cause.key, ownClicks, again, fraud: null, shows: [] };
  const withClaim = (by: 'referrer' | 'click_id', store: StoreRecord) => ({
    store,
    claim: { by, click: cause.key },
    truth: { ...truth, claimed: cause.key, evidence: by },
  });
  if (link.target === 'store' && random.chance(referrerKept)) {
    const known = random.chance(storeTimesKnown);
    return withClaim('referrer', {
      referrer: null,
      clickedAt: known ? cause.at : null,
      beganAt: known ? beganAt : null,
    });
  }
  if (link.target === 'web' && random.chance(clickIdHandedOver)) return withClaim('click_id', NO_STORE);
  const store = link.target === 'store' ? organicRecord(context, beganAt) : NO_STORE;
  return { store, claim: null, truth: { ...truth, ...namedByDevice(person, own) } };
}

const NO_STORE: StoreRecord = { referrer: null, clickedAt: null, beganAt: null };

/** The last click with the device's advertising id identifies it as well as any referrer. */
function namedByDevice(
  { device }: Person,
  own: readonly ClickAction[],
): Pick<InstallTruth, 'claimed' | 'evidence'> {
  const known = own.findLast(({ query }) => query.gaid === device.gaid && device.gaid !== NO_GAID);
  return known ? { claimed: known.key, evidence: 'device_id' } : { claimed: null, evidence: 'none' };
}
