import { drawModel, makeDevice, makePerson } from '../person.ts';
import { drawSpan } from '../wait.ts';
import type { Journey } from './journey.ts';
import { organicInstall } from './organic.ts';

const HOUR = 3_600_000;

/** A company sets up its new phones, all of one model, over a day in its own network. */
export const fleet: Journey = (context) => {
  const { random, name, startAt, world } = context;
  const model = drawModel(random, world);
  const { homeAddress } = makePerson(context, name, name);
  const connection = { kind: 'public', address: homeAddress } as const;
  const installs = drawSpan(random, world.fraud.fleetInstalls);
  return Array.from({ length: installs }, (_, index) => {
    const person = {
      ...makePerson(context, `${name}-${index}`, name),
      device: makeDevice(random, model, world),
    };
    return organicInstall(context, person, startAt + random.integer(0, 8 * HOUR), connection);
  }).flat();
};
