import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { attributionsOf, clickLink, processQueued, send } from '../../testing/attributed-app.ts';
import { createSlug } from '../../testing/create-link.ts';
import { perSuite } from '../../testing/per-suite.ts';
import { postEvents } from '../../testing/post-events.ts';
import { signedEvent } from '../../testing/signed-event.ts';
import { createTenant } from '../../testing/test-tenant.ts';
import { useService } from '../../testing/use-service.ts';
import { usableId, usableUserId } from './device-identifiers.ts';

const ZEROS = '00000000-0000-0000-0000-000000000000';
const UNIDENTIFYING = [
  ZEROS,
  '00000000000000000000000000000000',
  '0000000000000000',
  '0',
  '9774d56d682e549c',
  'unknown',
  'NULL',
  'undefined',
  'none',
  'n/a',
  'TP1A.220624.014',
  'NRD90M',
  '__ANDROIDID__',
  '{gaid}',
  '[gps_adid]',
  '%GAID%',
];
const PLACEHOLDERS = UNIDENTIFYING.filter((id) => /[a-z]/i.test(id) && !/\d/.test(id));

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

test.each([
  ...[null, undefined, '', ...UNIDENTIFYING, '-', '0-0', ' ', ' 0 ', 'Unknown', '(null)', '(not set)'],
  ...['<gaid>', '$' + '{GAID}', '{{gaid}}', '%%ADVERTISING_ID%%', '[object Object]', ' AP3A.240905.015.A2'],
  ...['{00000000-0000-0000-0000-000000000000}', 'ffffffffffffffff', 'FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF'],
  ...['R16NW', 'M1AJQ', 'N2G47H', 'N2G48H', 'N6F26Q', 'M4B30Z', 'JDQ39', 'V417IR', 'S1RXS32.50-13-25'],
  ...[
    'RKQ1.200826.002 test-keys',
    '02:00:00:00:00:00',
    '%7Bgaid%7D',
    '$ANDROID_ID',
    '__ANDROID_ID',
    '@@X@@',
    '##X##',
  ],
  ...['NOT_SET', 'NA'],
  ...['RKQ1.200826.002', 'QP1A.190711.020', 'PPR1.180610.011', 'MMB29K', 'tp1a.220624.014'],
])('%j identifies no one', (id) => {
  expect(usableId(id)).toBeNull();
});

test.each([
  ...['00000000-0000-0000-0000-000000000001', '000000000000000a', 'a-1', '00.00', 'f5d3a1b2c4e69870', 'g-2'],
  ...[
    '{cdda802e-fb9c-47ad-9866-0794d394c912}',
    'unknown-1',
    'nobody',
    '_a_',
    'x%',
    'TP1A',
    'abc123',
    'dev01a',
  ],
])('%j may identify someone', (id) => {
  expect(usableId(id)).toBe(id);
});

test.each([...PLACEHOLDERS, ZEROS, `{${ZEROS}}`, '', ' ', null])('%j names no user', (id) => {
  expect(usableUserId(id)).toBeNull();
});

test.each(['0', '__anna', '$anna', 'NRD90M', 'Nullmann', 'none@example.com', '9774d56d682e549c'])(
  '%j may name a user',
  (id) => {
    expect(usableUserId(id)).toBe(id);
  },
);

test('twenty phones that send a constant are twenty devices, each with its own payments', async () => {
  const other = await createTenant(service);
  const constants = ['TP1A.220624.014', 'unknown', 'null', '__ANDROIDID__'];
  for (let n = 0; n < 20; n++) {
    const android_id = constants[n % constants.length] ?? '';
    const installation_id = randomUUID();
    await send(service, other, { event_type: 'install', android_id, installation_id, user_id: 'undefined' });
  }
  await processQueued(service);
  const { rows } = await service.services.workPool.query(
    'select count(distinct device_id)::int as devices, count(*)::int as ids from device_ids where customer_id = $1',
    [other.accountId],
  );
  expect(rows).toEqual([{ devices: 20, ids: 20 }]);
});

test('an erasure by a constant is refused, and says which argument is wrong', async () => {
  const answer = await tenant.owner.rpc('erase_device', { p_android_id: 'TP1A.220624.014' });
  expect(answer.status).toBe(400);
  expect(await answer.text()).toContain('p_android_id: must be an id that identifies one device');
});
