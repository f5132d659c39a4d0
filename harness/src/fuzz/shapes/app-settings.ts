import { HOSTILE_JSON } from '@tributary/server/testing/hostile-json';
import { argumentText } from '../procedure-arguments.ts';
import type { Shape } from '../shape.ts';

/** App settings with arbitrary names, nested arbitrarily, through both transports. */
export const appSettings: Shape = {
  name: 'app settings',
  share: 8,
  make(random, world) {
    const settings = random.chance(0.1)
      ? random.pick(HOSTILE_JSON)
      : argumentText(random, world, 'p_settings');
    const args = `{"p_app_id":${JSON.stringify(world.known.p_app_id)},"p_settings":${settings}}`;
    const [path, body] = random.chance(0.5)
      ? ['/rest/v1/rpc/update_app', args]
      : ['/trpc/update_app', `{"json":${args}}`];
    return { method: 'POST', path, headers: world.asOwner, body };
  },
};
