import { connect } from '../connection.ts';
import { makePerson } from '../person.ts';
import { linksOf } from '../plan-world.ts';
import { clickAndInstall } from './from-link.ts';
import type { Journey } from './journey.ts';
import { organicInstall } from './organic.ts';

const HOUR = 3_600_000;

/** Someone removes the app and installs it again, without a click or by another link; a few do so more than once. */
export const again: Journey = (context) => {
  const { random, startAt } = context;
  const person = makePerson(context, context.name, context.name);
  const actions = organicInstall(context, person, startAt, connect(random, person));
  let at = startAt;
  do {
    at += Math.round(random.logUniform(6 * HOUR, 160 * HOUR));
    actions.push(
      ...(random.chance(0.6)
        ? organicInstall(context, person, at, connect(random, person), true)
        : clickAndInstall(context, person, random.pick(linksOf(context.app, 'social', 'ad')), at, true)),
    );
  } while (random.chance(0.06));
  return actions;
};
