import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { answerOf } from '../../../testing/answer-of.ts';
import { send } from '../../../testing/attributed-app.ts';
import { perTest } from '../../../testing/per-suite.ts';
import { outcomeOf } from '../../../testing/post-events.ts';
import { signedEvent } from '../../../testing/signed-event.ts';
import { createTenant } from '../../../testing/test-tenant.ts';
import { useService } from '../../../testing/use-service.ts';
import { useUp } from '../../../testing/use-up.ts';
import { processDueErasure } from '../process-erasure.ts';
import { forget, forgetRequest, postForget } from '../testing/post-forget.ts';
import { rowsNaming } from '../testing/rows-naming.ts';
import { settle } from '../testing/settle.ts';

const START = Date.UTC(2026, 4, 10, 12);
const DAY = 86_400_000;
let now = START;

const service = useService({ clock: () => now });
beforeEach(() => {
  now = START;
});
const tenant = perTest(() => createTenant(service));

const arrives = (installation_id: string) =>
  outcomeOf(service, signedEvent(tenant, { installation_id, timestamp: now, sent_at: now }));

/** What the workers do. */
async function workOff(): Promise<void> {
  const { backgroundPool: pool, changes } = service.services;
  while (await processDueErasure({ pool, changes }, now));
}

const left = (receipt: string) => rowsNaming(service.services.backgroundPool, [receipt]);
const EVERYTHING = { audit_log: 1, erasures: 1, forgotten_installations: 1 };

test('one of which there was nothing is refused for 30 days, and then nothing is left of it', async () => {
  const installation_id = randomUUID();
  const receipt = await forget(service, tenant, { installation_id });
  const { items } = (await answerOf(tenant.owner.rpc('list_erasures', { p_receipt_id: receipt }))).body as {
    items: object[];
  };
  expect(items).toMatchObject([{ complete: true, finished_at: expect.any(Number), erased: {} }]);
  expect(await rowsNaming(service.services.backgroundPool, [installation_id])).toEqual({});
  now = START + 30 * DAY - 1;
  await workOff();
  expect(await arrives(installation_id)).toBe('VALIDATION_ERROR');
  expect(await left(receipt)).toEqual(EVERYTHING);
  now = START + 30 * DAY;
  await workOff();
  expect(await left(receipt)).toEqual({});
  const again = await forget(service, tenant, { installation_id });
  expect(again).not.toBe(receipt);
  expect(await arrives(installation_id)).toBe('VALIDATION_ERROR');
});

test('one that had sent something is refused for good', async () => {
  const installation_id = randomUUID();
  await send(service, tenant, { event_type: 'open', installation_id, timestamp: now, sent_at: now });
  await settle(service);
  const receipt = await forget(service, tenant, { installation_id });
  now = START + 31 * DAY;
  await workOff();
  expect(await left(receipt)).toEqual(EVERYTHING);
  expect(await arrives(installation_id)).toBe('VALIDATION_ERROR');
});

test('an app has 10,000 a day', async () => {
  const { limits } = service.services;
  await useUp(limits.forgetPerAppAndDay, tenant.appId, 9999);
  const ask = () => postForget(service, forgetRequest(tenant, now, { installation_id: randomUUID() }));
  expect((await ask()).status).toBe(202);
  const { status, headers } = await ask();
  expect([status, Number(headers.get('retry-after')) > 3600]).toEqual([429, true]);
});
