import { connect } from '../../connection.ts';
import { type CatalogueModel, FARM_MODELS, MODELS } from '../../device-catalogue.ts';
import { makeDevice, makePerson } from '../../person.ts';
import { drawSpan } from '../../wait.ts';
import type { Journey } from '../journey.ts';
import { installForPay, realPhone } from './fraud-install.ts';

/** A rack of cheap phones, reset after every install so that each looks like a new user. */
export const deviceFarm: Journey = (context) => {
  const { random, name, startAt, world } = context;
  const operator = makePerson(context, name, name);
  const connection = connect(random, operator);
  const models = Array.from({ length: random.integer(1, world.fraud.farmModels) }, () =>
    modelNamed(random.pick(FARM_MODELS)),
  );
  const installs = drawSpan(random, world.fraud.farmInstalls);
  const lasts = drawSpan(random, world.fraud.farmLasts);
  return Array.from({ length: installs }, (_, index) => {
    const person = {
      ...operator,
      key: `${name}-${index}`,
      device: makeDevice(random, random.pick(models), world),
    };
    return installForPay(context, person, connection, startAt + random.integer(0, lasts), {
      name: 'device_farm',
      shows: ['device_farm'],
      integrity: realPhone(context),
    });
  }).flat();
};

function modelNamed(name: string): CatalogueModel {
  const model = MODELS.find(({ model }) => model === name);
  if (model === undefined) throw new Error(`${name} is not in the catalogue`);
  return model;
}
