import { expect, test } from 'vitest';
import { RESOURCES } from '../../analytics/resources.ts';
import { perSuite } from '../per-suite.ts';
import { useService } from '../use-service.ts';
import { createMatrixWorld } from './matrix-world.ts';

const service = useService();
const world = perSuite(() => createMatrixWorld(service));

test.each(RESOURCES)('the report $name has nothing of a country that nobody came from', async ({ name }) => {
  const read = async (more: object) => {
    const path = `/v1/analytics?${new URLSearchParams({ resource: name, ...more })}`;
    return (await world.tenant.owner.get(path)).json();
  };
  // The world has rows for each, none of which are of that country.
  expect(await read({ country: 'AQ' })).not.toEqual(await read({}));
});
