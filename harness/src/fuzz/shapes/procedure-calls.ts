import { argumentsText, PROCEDURES } from '../procedure-arguments.ts';
import type { Shape } from '../shape.ts';

const REST_PROCEDURES = PROCEDURES.filter(({ name }) => !name.includes('.'));

/** Procedure calls over REST, with arbitrary arguments. */
export const procedureCalls: Shape = {
  name: 'procedure calls',
  share: 12,
  make(random, world) {
    const { name, args } = random.pick(REST_PROCEDURES);
    const text = argumentsText(random, world, args);
    const body = random.chance(0.05) ? text.slice(0, random.integer(0, text.length)) : text;
    return { method: 'POST', path: `/rest/v1/rpc/${name}`, headers: world.asOwner, body };
  },
};
