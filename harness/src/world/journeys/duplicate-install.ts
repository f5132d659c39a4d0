import { connect } from '../connection.ts';
import { identifiable, makePerson } from '../person.ts';
import { drawSpan } from '../wait.ts';
import { installForPay, realPhone } from './fraud/fraud-install.ts';
import type { Journey } from './journey.ts';

/** One phone that installs again and again, its advertising id reset each time. */
export const duplicateInstall: Journey = (context) => {
  const { random, name, startAt, world } = context;
  const owner = identifiable(makePerson(context, name, name), random);
  const times = drawSpan(random, world.fraud.duplicateTimes);
  return Array.from({ length: times }, () => {
    const person = { ...owner, device: { ...owner.device, gaid: random.uuid() } };
    const at = startAt + random.integer(0, world.fraud.duplicateWithin);
    return installForPay(context, person, connect(random, person), at, {
      name: 'duplicate_install',
      shows: ['duplicate_install'],
      integrity: realPhone(context),
    });
  }).flat();
};
