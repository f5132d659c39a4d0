import { setTimeout as pause } from 'node:timers/promises';
import { type SeededApp, seedApps } from '../../backend/seed-apps.ts';
import { countPostbacks, seedConfig, seedDeliveries } from '../../backend/seed-postbacks.ts';
import type { FaultRig } from '../fault-rig.ts';
import type { FaultyOperation } from '../operation.ts';

const DELIVERIES = 200;

/** Each delivery arrives, under its own id also where it is sent again. */
export const postbacks: FaultyOperation = {
  name: 'postbacks',
  async prepare(rig) {
    const secrets = { serviceSecret: rig.secret, previousServiceSecret: undefined, anonKey: '' };
    const [app] = await rig.withClient((client) =>
      seedApps(client, secrets, { accounts: 1, appsPerAccount: 1 }),
    );
    if (app === undefined) throw new Error('there is no app');
    const before = rig.network.calls.length;
    rig.network.script([{ status: 200, afterMs: 5 }]);
    const { process } = await rig.server();
    return {
      async start() {
        await rig.withClient(async (client) => {
          const config = await seedConfig(client, secrets, app, { url: `${rig.network.origin}/in` });
          await seedDeliveries(client, app, config, DELIVERIES);
        });
        return { process, ended: untilSent(rig, app, 5000) };
      },
      async complete() {
        await rig.server();
        // A claim of a process that died lasts a minute, which is let pass.
        const customer = [app.customerId];
        await rig.query(`update postback_queue set due_at = now() where customer_id = $1`, customer);
        await untilSent(rig, app, 60_000);
        const counts = await rig.withClient((client) => countPostbacks(client, app.customerId));
        const wrong =
          counts.sent === DELIVERIES ? [] : [`of ${DELIVERIES} deliveries: ${JSON.stringify(counts)}`];
        const ids = new Set(
          rig.network.calls.slice(before).map(({ headers }) => headers['x-service-delivery-id']),
        );
        if (ids.size !== DELIVERIES) wrong.push(`${ids.size} of ${DELIVERIES} deliveries arrived`);
        return wrong;
      },
    };
  },
};

async function untilSent(rig: FaultRig, app: SeededApp, maxMs: number): Promise<void> {
  const until = performance.now() + maxMs;
  while (performance.now() < until) {
    const counts = await rig
      .withClient((client) => countPostbacks(client, app.customerId))
      .catch(() => ({ pending: 1 }));
    if ((counts.pending ?? 0) === 0) return;
    await pause(20);
  }
}
