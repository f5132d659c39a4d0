import type { Action, EventAction } from '../action.ts';
import { connect } from '../connection.ts';
import { makePerson } from '../person.ts';
import { linksOf } from '../plan-world.ts';
import { deliverInstall } from './deliver-install.ts';
import { clickAndInstall } from './from-link.ts';
import { drawInstallTimes } from './honest-times.ts';
import { honestIntegrity } from './integrity.ts';
import type { Journey } from './journey.ts';
import { withLateToken } from './organic.ts';

const HOUR = 3_600_000;

/** Someone installs from a link and passes the store's page on, with its referrer, to a friend or two, who install from it. */
export const sharedLink: Journey = (context) => {
  const { random, name, startAt } = context;
  const sharer = makePerson(context, name, name);
  const own = clickAndInstall(context, sharer, random.pick(linksOf(context.app, 'social')), startAt);
  const install = own.find((action): action is EventAction => action.kind === 'event');
  const claim = install?.claim;
  const truth = install?.truth;
  if (!claim || !truth) return own;
  const friends = Array.from({ length: random.chance(0.75) ? 1 : 2 }, (_, n): Action[] => {
    const friend = makePerson(context, `${name}-friend-${n}`, `${name}-friend-${n}`);
    const opensAt = install.at + random.integer(HOUR / 4, 60 * HOUR);
    const { beginAfter, openAfter } = drawInstallTimes(context);
    const theirs = deliverInstall(context, {
      person: friend,
      openedAt: opensAt + openAfter,
      connection: connect(random, friend),
      store: { referrer: null, clickedAt: opensAt, beganAt: opensAt + beginAfter },
      claim,
      integrity: honestIntegrity(context),
      truth: { ...truth, ownClicks: [], again: false },
    });
    return withLateToken(context, theirs);
  });
  return [...own, ...friends.flat()];
};
