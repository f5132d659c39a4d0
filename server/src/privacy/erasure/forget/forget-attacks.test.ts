import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { send } from '../../../testing/attributed-app.ts';
import { perSuite } from '../../../testing/per-suite.ts';
import { createTenant } from '../../../testing/test-tenant.ts';
import { useService } from '../../../testing/use-service.ts';
import { forget } from '../testing/post-forget.ts';
import { rowsNaming } from '../testing/rows-naming.ts';
import { settle } from '../testing/settle.ts';

const TODAY = '2026-06-01';
const NOW = Date.parse(`${TODAY}T12:00:00Z`);
const service = useService({ clock: () => NOW });

describe('an attacker who sends one event with a victim’s ids', () => {
  const attacked = perSuite(() => createTenant(service));
  const victim = () => ({
    installation_id: randomUUID(),
    gaid: randomUUID(),
    android_id: randomUUID().slice(9, 28),
  });

  test.each(['before the victim', 'after the victim'])('erases nothing of theirs, %s', async (when) => {
    const { installation_id, ...ids } = victim();
    const attacker = randomUUID();
    const attack = () =>
      send(service, attacked, { event_type: 'install', installation_id: attacker, ...ids });
    if (when === 'before the victim') await attack();
    await send(service, attacked, { event_type: 'install', installation_id, ...ids });
    await send(service, attacked, { event_type: 'purchase', installation_id, revenue: 5, currency: 'EUR' });
    await settle(service);
    if (when === 'after the victim') await attack();
    await settle(service);
    await forget(service, attacked, { installation_id: attacker, ...ids });
    await settle(service);
    const held = await rowsNaming(service.services.backgroundPool, [
      installation_id,
      ids.gaid,
      ids.android_id,
    ]);
    expect(held).toMatchObject({ events: 2, device_ids: 3 });
    const summary = await attacked.owner.get(
      `/v1/analytics?resource=summary&date_from=${TODAY}&date_to=${TODAY}`,
    );
    expect(await summary.json()).toMatchObject({ total_installs: when === 'before the victim' ? 1 : 2 });
  });

  test('cannot take a victim’s own installation for theirs in another app', async () => {
    const other = await createTenant(service);
    const installation_id = randomUUID();
    await send(service, attacked, { event_type: 'install', installation_id });
    await settle(service);
    await forget(service, other, { installation_id });
    expect(await rowsNaming(service.services.backgroundPool, [installation_id])).toMatchObject({
      events: 1,
      device_ids: 1,
    });
  });
});
