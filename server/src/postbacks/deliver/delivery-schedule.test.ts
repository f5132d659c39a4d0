import { describe, expect, test } from 'vitest';
import type { ScriptedAnswer } from '../testing/fake-network.ts';
import { deliverAll, installFrom } from '../testing/postback-devices.ts';
import { useDeliveries } from '../testing/use-deliveries.ts';

const { canonical, clock, network, only, service, statusInLog, tenant } = useDeliveries();

describe('the schedule', () => {
  async function play(answers: ScriptedAnswer[]): Promise<number[]> {
    network.script(answers);
    await canonical();
    await installFrom(service, tenant, 'social_a');
    const startedAt = clock.now;
    for (let second = 0; second <= 2000; second++) {
      clock.now = startedAt + second * 1000;
      const { next_attempt_at } = await only();
      if (next_attempt_at === null) break;
      if (next_attempt_at <= clock.now) await deliverAll(service);
      else second = (next_attempt_at - startedAt) / 1000 - 1;
    }
    return network.calls.map(({ at }) => (at - startedAt) / 1000);
  }

  const ALL = [0, 60, 180, 480, 1080];

  test.each<[string, ScriptedAnswer[], number[], string, string | null]>([
    ['200', [{ status: 200 }], [0], 'sent', null],
    ['204', [{ status: 204, body: '' }], [0], 'sent', null],
    ['400', [{ status: 400 }], [0], 'failed', 'permanent'],
    ['401', [{ status: 401 }], [0], 'failed', 'permanent'],
    ['302', [{ status: 302 }], [0], 'failed', 'permanent'],
    ['429', [{ status: 429 }], ALL, 'failed', 'transient'],
    ['500', [{ status: 500 }], ALL, 'failed', 'transient'],
    ['500, then 200', [{ status: 500 }, { status: 200 }], [0, 60], 'sent', null],
    ['500 four times, then 200', [...Array(4).fill({ status: 503 }), { status: 200 }], ALL, 'sent', null],
    ['429, then 400', [{ status: 429 }, { status: 400 }], [0, 60], 'failed', 'permanent'],
  ])('after %s', async (_name, answers, sends, status, failure_class) => {
    expect(await play(answers)).toEqual(sends);
    const postback = await only();
    expect(postback).toMatchObject({ status, failure_class, next_attempt_at: null });
    expect(postback.attempts).toHaveLength(sends.length);
    expect(new Set(network.calls.map(({ headers }) => headers['x-service-delivery-id']))).toEqual(
      new Set([postback.postback_id]),
    );
    expect(await statusInLog()).toEqual([status]);
  });

  test('shows when the next send is, and every one before', async () => {
    network.script([{ status: 500, body: 'out of order' }]);
    await canonical();
    await installFrom(service, tenant, 'social_a');
    let at = clock.now;
    for (const wait of [60, 120, 300, 600]) {
      await deliverAll(service);
      const postback = await only();
      expect(postback).toMatchObject({
        status: 'pending',
        failure_class: null,
        next_attempt_at: at + wait * 1000,
      });
      expect(postback.attempts.at(-1)).toEqual({
        at,
        http_status: 500,
        class: 'transient',
        response: 'out of order',
      });
      expect(await statusInLog()).toEqual([null]);
      clock.now = at + wait * 1000 - 1;
      await deliverAll(service);
      expect((await only()).attempts).toHaveLength(postback.attempts.length);
      clock.now = at += wait * 1000;
    }
  });
});
