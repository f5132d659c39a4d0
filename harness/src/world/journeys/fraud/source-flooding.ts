import type { ClickAction } from '../../action.ts';
import { identifiable, makePerson, type Person } from '../../person.ts';
import { linksOf } from '../../plan-world.ts';
import { drawSpan } from '../../wait.ts';
import type { Journey } from '../journey.ts';
import { floodClick, stolenInstall } from './click-flooding.ts';

const HOUR = 3_600_000;

/**
 * A server follows publishers' links with the advertising ids of people whom it has bought lists of, spread over all of
 * them, so that no link stands out. Some of those people install by themselves within a day.
 */
export const sourceFlooding: Journey = (context) => {
  const { random, name, startAt, world } = context;
  const { region } = makePerson(context, name, name);
  const network = `${region.networks.servers}.${random.integer(0, 199)}`;
  const lasts = 20 * HOUR;
  const click = (person: Person, key: string): ClickAction => {
    const connection = { kind: 'public', address: `${network}.${random.integer(1, 254)}` } as const;
    const at = startAt + random.integer(0, lasts);
    return floodClick(context, person, random.pick(linksOf(context.app, 'publisher')), at, key, connection);
  };
  const someone = (key: string) =>
    identifiable(makePerson(context, `${name}-${key}`, `${name}-${key}`), random);
  const stolen = Array.from({ length: drawSpan(random, world.fraud.sourceFloodVictims) }, (_, n) => {
    const victim = someone(`victim-${n}`);
    const own = click(victim, `victim-${n}`);
    return [own, stolenInstall(context, victim, own.at + random.integer(HOUR / 6, 20 * HOUR), [own])];
  });
  const others = world.fraud.sourceFloodClicksPerVictim * stolen.length;
  const wasted = Array.from({ length: others }, (_, n) => click(someone(`other-${n}`), `other-${n}`));
  return [...wasted, ...stolen.flat()];
};
