import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { attributionsOf, clickLink, processQueued, send } from '../testing/attributed-app.ts';
import { createSlug } from '../testing/create-link.ts';
import { perSuite } from '../testing/per-suite.ts';
import { postEvents } from '../testing/post-events.ts';
import { signedEvent } from '../testing/signed-event.ts';
import { createTenant } from '../testing/test-tenant.ts';
import { useService } from '../testing/use-service.ts';
import { usableId } from './device-identifiers.ts';

const ZEROS = '00000000-0000-0000-0000-000000000000';
const UNIDENTIFYING = [
  ZEROS,
  '00000000000000000000000000000000',
  '0000000000000000',
  '0',
  '9774d56d682e549c',
];

const service = useService();
const tenant = perSuite(() => createTenant(service));

describe.each(['gaid', 'android_id', 'idfv', 'idfa'])('an %s that identifies no one', (kind) => {
  // Ids of iOS are UUIDs, or nothing.
  const unidentifying = kind.startsWith('idf') ? [ZEROS, '', ' '] : UNIDENTIFYING;

  test.each(unidentifying)('is dropped from an event once its signature is verified: %s', async (id) => {
    const eventId = await send(service, tenant, { [kind]: id });
    const { rows } = await service.services.workPool.query(
      'select gaid, android_id, idfv, idfa, device_key from events where customer_id = $1 and event_id = $2',
      [tenant.accountId, eventId],
    );
    expect(rows).toEqual([{ gaid: null, android_id: null, idfv: null, idfa: null, device_key: null }]);
    const { results } = await postEvents(service, { ...signedEvent(tenant), [kind]: id });
    expect(results).toMatchObject([{ status: 'rejected', code: 'AUTH_ERROR' }]);
  });

  test.each(unidentifying)('is not kept with a click: %s', async (id) => {
    const { clickId } = await clickLink(service, await createSlug(tenant), { query: `?${kind}=${id}` });
    await send(service, tenant, { event_type: 'click', [kind]: id, click_id: randomUUID() });
    await processQueued(service);
    const { rows } = await service.services.workPool.query(
      'select count(*)::int as count from clicks where customer_id = $1 and $2 in (gaid, android_id, idfv, idfa)',
      [tenant.accountId, id],
    );
    expect(rows).toEqual([{ count: 0 }]);
    expect(clickId).not.toBe('');
  });
});

test('two devices without an Android id do not become one', async () => {
  const other = await createTenant(service);
  const android_id = '0000000000000000';
  await send(service, other, { event_type: 'install', android_id, installation_id: randomUUID() });
  await send(service, other, { event_type: 'install', android_id, installation_id: randomUUID() });
  await processQueued(service);
  expect((await attributionsOf(service, other)).map(({ install_kind }) => install_kind)).toEqual([
    'install',
    'install',
  ]);
});

test.each([null, undefined, '', ...UNIDENTIFYING, '-', '0-0', ' ', ' 0 '])('%j identifies no one', (id) => {
  expect(usableId(id)).toBeNull();
});

test.each(['00000000-0000-0000-0000-000000000001', '000000000000000a', 'a-1', '00.00'])(
  '%j may identify someone',
  (id) => {
    expect(usableId(id)).toBe(id);
  },
);
