import { connectLater } from '../connection.ts';
import { makePerson } from '../person.ts';
import { linksOf } from '../plan-world.ts';
import { clickAndInstall } from './from-link.ts';
import type { Journey } from './journey.ts';
import { organicInstall } from './organic.ts';

const HOUR = 3_600_000;

/**
 * Someone installs from a link and recommends the app at home; another member of the household then installs without a
 * click.
 */
export const household: Journey = (context) => {
  const { random, name, startAt } = context;
  const first = makePerson(context, `${name}-teller`, name);
  const listener = makePerson(context, `${name}-listener`, name);
  const link = random.pick(linksOf(context.app, 'social', 'message', 'ad'));
  const later = startAt + random.integer(HOUR / 4, 20 * HOUR);
  const atHome = { kind: 'home', address: listener.homeAddress } as const;
  const connection = connectLater(random, listener, atHome, HOUR);
  return [
    ...clickAndInstall(context, first, link, startAt),
    ...organicInstall(context, listener, later, connection),
  ];
};
