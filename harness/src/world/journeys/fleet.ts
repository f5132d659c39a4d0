import { drawModel, makeDevice, makePerson } from '../person.ts';
import { drawSpan } from '../wait.ts';
import { WORLD } from '../world-parameters.ts';
import type { Journey } from './journey.ts';
import { organicInstall } from './organic.ts';

const HOUR = 3_600_000;

/** A company sets up its new phones, all of one model, over a day in its own network. */
export const fleet: Journey = (context) => {
  const { random, seed, name, startAt } = context;
  const model = drawModel(random);
  const { homeAddress } = makePerson(seed, name, name);
  const connection = { kind: 'public', address: homeAddress } as const;
  const installs = drawSpan(random, WORLD.fraud.fleetInstalls);
  return Array.from({ length: installs }, (_, index) => {
    const person = { ...makePerson(seed, `${name}-${index}`, name), device: makeDevice(random, model) };
    return organicInstall(context, person, startAt + random.integer(0, 8 * HOUR), connection);
  }).flat();
};
