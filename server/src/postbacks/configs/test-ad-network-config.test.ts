import { describe, expect, test } from 'vitest';
import type { ScriptedAnswer } from '../testing/fake-network.ts';
import { listPostbacks } from '../testing/postback-devices.ts';
import { useDeliveries } from '../testing/use-deliveries.ts';

const { canonical, network, networkA, tenant } = useDeliveries();

describe('test_ad_network_config', () => {
  const ask = async (p_config_id: string, args: object = {}) =>
    (await tenant.owner.rpc('test_ad_network_config', { p_config_id, ...args })).json();

  test('sends a marked event and answers with what the network says', async () => {
    network.script([{ status: 200, body: 'thank you' }]);
    const { id } = await canonical();
    expect(await ask(id)).toEqual({ ok: true, http_status: 200, class: null, response: 'thank you' });
    expect(network.calls[0]?.headers['x-service-delivery-id']).toMatch(/^test-/);
    expect(JSON.parse(network.calls[0]?.body ?? '')).toMatchObject({ event_type: 'install', test: true });
    expect(await listPostbacks(tenant)).toEqual([]);
  });

  test.each<[ScriptedAnswer, object]>([
    [
      { status: 401, body: 'no' },
      { ok: false, http_status: 401, class: 'permanent', response: 'no' },
    ],
    [
      { status: 200, body: { error: { code: 4 } } },
      { ok: false, http_status: 200, class: 'transient' },
    ],
  ])('says what a delivery would come to: %j', async (answer, expected) => {
    network.script([answer]);
    expect(await ask(await networkA())).toMatchObject(expected);
  });

  test('says what is missing', async () => {
    expect(await ask(await networkA(null))).toMatchObject({ ok: false, http_status: null, class: 'setting' });
  });

  test('sends the event that is asked for', async () => {
    const { id } = await canonical();
    await ask(id, { p_event_type: 'purchase' });
    expect(JSON.parse(network.calls[0]?.body ?? '')).toMatchObject({ value: 1, currency: 'USD', test: true });
  });

  test('is answered 20 times a minute', async () => {
    const id = await networkA(null);
    for (let n = 0; n < 20; n++) await ask(id);
    expect((await tenant.owner.rpc('test_ad_network_config', { p_config_id: id })).status).toBe(429);
  });
});
