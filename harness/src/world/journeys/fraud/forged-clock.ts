import { connect } from '../../connection.ts';
import { makePerson } from '../../person.ts';
import { drawSpan } from '../../wait.ts';
import type { Journey } from '../journey.ts';
import { installForPay, realPhone } from './fraud-install.ts';

/** Installs whose claimed time is not the time they happened: the forger's clock, or a date that pays. */
export const forgedClock: Journey = (context) => {
  const { random, name, startAt, world } = context;
  const person = makePerson(context, name, name);
  const off = drawSpan(random, world.fraud.forgedClock);
  return installForPay(context, person, connect(random, person), startAt, {
    name: 'clock',
    shows: ['geo_or_clock_mismatch'],
    integrity: realPhone(context),
    forged: { clockOff: random.chance(0.3) ? off : -off, reportsAge: random.chance(world.fraud.forgedAge) },
  });
};
