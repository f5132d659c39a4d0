import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { settleRevenue } from '../../payments/testing/books.ts';
import { useCreditedApp } from '../../payments/testing/use-credited-app.ts';
import { DAY_MS } from '../../platform/values/day-ms.ts';
import { forget } from '../../privacy/erasure/testing/post-forget.ts';
import { rowsNaming } from '../../privacy/erasure/testing/rows-naming.ts';
import { runAdmin } from '../../run/admin/run-admin.ts';
import { answerOf } from '../../testing/answer-of.ts';
import { attributionsOf, clickLink, processQueued, send } from '../../testing/attributed-app.ts';
import { freshAddress } from '../../testing/test-tenant.ts';

const { time, service, tenant, spring, pay, row } = useCreditedApp();
/** Of no list, as a broken build of an app may send it. */
let gaid: string;
beforeEach(() => {
  gaid = randomUUID();
});

const query = async (sql: string, ...values: unknown[]) =>
  (await service.services.workPool.query(sql, [tenant.accountId, ...values])).rows;

/** A phone that was never seen, elsewhere than all others. Returns its installation. */
async function phone(members: object = {}, address = freshAddress()): Promise<string> {
  const installation_id = randomUUID();
  time.now += 1000;
  const event = { event_type: 'install', installation_id, gaid, device_model: 'A15', os_version: '14' };
  await send(service, tenant, { ...event, ...members }, { 'x-forwarded-for': address });
  return installation_id;
}

async function phones(count: number, settle: () => Promise<unknown>, members?: object, address?: string) {
  const installations: string[] = [];
  for (let n = 0; n < count; n++) {
    installations.push(await phone(members, address));
    await settle();
  }
  await processQueued(service);
  return installations;
}

/** The number of installations that each device is known by, the most first. */
const devices = async () =>
  (
    await query(
      `select count(*) filter (where kind = 'installation_id')::int as n from device_ids where customer_id = $1
       group by device_id order by n desc`,
    )
  ).map(({ n }) => n);

describe.each([
  ['one after the other', () => processQueued(service)],
  ['in one batch', async () => {}],
])('an advertising id that many phones bring, %s', (_name, settle) => {
  test('identifies none of them from the sixth on', async () => {
    await phones(8, settle);
    expect(await devices()).toEqual([5, 1, 1, 1]);
  });

  test('identifies the phone still if they are five', async () => {
    await phones(5, settle);
    expect(await devices()).toEqual([5]);
  });

  test('is that of one phone if model, system and network are the same', async () => {
    await phones(9, settle, {}, freshAddress());
    expect(await devices()).toEqual([9]);
  });
});

test('phones of more than seven days ago do not count', async () => {
  await phones(5, () => processQueued(service));
  time.now += 7 * DAY_MS + 1000;
  await phones(5, () => processQueued(service));
  expect(await devices()).toEqual([10]);
});

test.each(['android_id', 'idfv', 'idfa'])('so it is with %s', async (kind) => {
  await phones(7, () => processQueued(service), { gaid: null, [kind]: gaid });
  expect(await devices()).toEqual([5, 1, 1]);
});

describe('what is shared', () => {
  test('ties later payments to no one, and leaves earlier ones as they were', async () => {
    await phones(5, () => processQueued(service));
    expect(await pay({ gaid })).toMatchObject({ matched: true });
    await phones(3, () => processQueued(service));
    time.now += 1000;
    expect(await pay({ gaid }, { reference: 'p-2' })).toMatchObject({ matched: false });
    await settleRevenue(service);
    expect(await row()).toMatchObject({ matched_by: 'gaid' });
    expect(await row('p-2')).toMatchObject({ matched_by: null, device_id: null });
  });

  test('leads no click to a phone', async () => {
    await phones(6, () => processQueued(service));
    await clickLink(service, spring.slug, { query: `?gaid=${gaid}` });
    await phones(1, () => processQueued(service));
    const decided = await attributionsOf(service, tenant);
    expect(decided.at(-1)).toMatchObject({ model: 'organic', click_id: null });
  });

  test('makes what was decided before doubtful, and is named by doctor', async () => {
    await phones(7, () => processQueued(service));
    const installs = await query(
      `select install_id, device_id from installs where customer_id = $1 order by installed_at`,
    );
    const explain = async (install: { install_id: string } | undefined) =>
      (await answerOf(tenant.owner.rpc('explain_attribution', { p_install_id: install?.install_id }))).body;
    expect(await explain(installs[0])).toMatchObject({ doubtful_since: time.now - 1000 });
    expect(await explain(installs.at(-1))).toMatchObject({ doubtful_since: null });
    const lines: string[] = [];
    // The tests' PostgreSQL does not sync, which is a finding.
    await runAdmin(service.services.config, ['doctor'], (line) => lines.push(line)).catch(() => {});
    expect(lines).toContainEqual(
      expect.stringContaining(`app ${tenant.appId}: gaid ${gaid} identifies no one`),
    );
  });

  test('spreads no erasure from phone to phone, and orders none', async () => {
    const all = await phones(6, () => processQueued(service));
    const android_id = 'a-1';
    all.push(...(await phones(1, () => processQueued(service), { android_id })));
    await settleRevenue(service);
    const refused = await answerOf(tenant.owner.rpc('erase_device', { p_gaid: gaid }));
    expect(refused).toMatchObject({
      status: 400,
      body: {
        error:
          'p_gaid: this id is shared by many installations, so that it identifies none of them: erase each of them ' +
          'by an id of its own (p_installation_id, p_android_id, p_idfv, p_idfa), or the person by p_user_id',
      },
    });
    const erased = await answerOf(tenant.owner.rpc('erase_device', { p_android_id: android_id }));
    expect(erased).toMatchObject({ status: 200, body: { complete: true } });
    const left = async () =>
      (await query('select installation_id from events where customer_id = $1')).map(
        ({ installation_id }) => installation_id,
      );
    expect((await left()).sort()).toEqual(all.slice(0, 6).sort());
    for (const p_installation_id of all.slice(0, 6))
      expect(await answerOf(tenant.owner.rpc('erase_device', { p_installation_id }))).toMatchObject({
        status: 200,
      });
    expect(await left()).toEqual([]);
  });

  test.each(['erased', 'forgotten'])(
    'stays so if the phone that it was first known by is %s',
    async (how) => {
      const [first = ''] = await phones(1, () => processQueued(service));
      await phones(6, () => processQueued(service));
      const [{ device_id, shared_since }] = await query(
        'select device_id, shared_since from device_ids where customer_id = $1 and value = $2',
        gaid,
      );
      await settleRevenue(service);
      const held = await query(
        'select value from device_ids where customer_id = $1 and device_id = $2',
        device_id,
      );
      const own = held.map(({ value }) => value).filter((value) => value !== gaid);
      if (how === 'erased') await answerOf(tenant.owner.rpc('erase_device', { p_installation_id: first }));
      else for (const installation_id of own) await forget(service, tenant, { installation_id });
      expect(
        await query(
          'select value, shared_since, first_seen_at from device_ids where customer_id = $1 and value = $2',
          gaid,
        ),
      ).toEqual([{ value: gaid, shared_since, first_seen_at: shared_since }]);
      await settleRevenue(service);
      expect(await rowsNaming(service.services.backgroundPool, [device_id, ...own])).toEqual({});
      await phones(2, () => processQueued(service));
      expect(await devices()).toEqual([1, 1, 1, 1, 0]);
    },
  );
});
