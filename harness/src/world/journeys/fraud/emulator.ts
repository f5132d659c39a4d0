import type { FraudRuleName } from '@tributary/server/fraud-rules/fraud-rules';
import type { IntegrityVerdict } from '../../action.ts';
import { connect } from '../../connection.ts';
import { EMULATORS } from '../../device-catalogue.ts';
import { drawModel, makeDevice, makePerson } from '../../person.ts';
import type { Journey, JourneyContext } from '../journey.ts';
import { installForPay } from './fraud-install.ts';

/** An emulated phone; some pretend to be a model on sale. */
export const emulator: Journey = (context) => {
  const { random, name, startAt, world } = context;
  const model = random.chance(world.fraud.emulatorHidden)
    ? drawModel(random, world)
    : random.weighted(EMULATORS);
  const person = { ...makePerson(context, name, name), device: makeDevice(random, model, world) };
  const integrity = emulatorIntegrity(context);
  const failed: FraudRuleName[] = integrity === 'rejected' ? ['integrity_failed'] : [];
  return installForPay(context, person, connect(random, person), startAt, {
    name: 'emulator',
    shows: ['emulator', ...failed],
    integrity,
  });
};

function emulatorIntegrity({ random, app, world }: JourneyContext): IntegrityVerdict {
  if (!app.sendsTokens) return 'none';
  return random.chance(world.fraud.emulatorOnTokens) ? 'rejected' : 'passed';
}
