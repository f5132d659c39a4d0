import type { Action } from '../action.ts';
import { makePerson } from '../person.ts';
import { linksOf } from '../plan-world.ts';
import { clickAndInstall } from './from-link.ts';
import type { Journey } from './journey.ts';
import { visit } from './visit.ts';

const HOUR = 3_600_000;

/** Someone whom an app's ads follow for days, and who follows several of them before installing from the last. */
export const hesitant: Journey = (context) => {
  const { random, startAt } = context;
  const person = makePerson(context, context.name, context.name);
  const links = linksOf(context.app, 'ad', 'display', 'social');
  const actions: Action[] = [];
  let at = startAt;
  for (let n = random.integer(2, 5); n > 0; n--) {
    const { click, extra } = visit(context, person, random.pick(links), at, `before-${n}`);
    actions.push(click, ...extra);
    at += Math.round(random.logUniform(HOUR / 2, 40 * HOUR));
  }
  return [...actions, ...clickAndInstall(context, person, random.pick(linksOf(context.app, 'ad')), at)];
};
