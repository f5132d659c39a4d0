import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { rebuildRollups } from '../../counters/rebuild/rebuild-rollups.ts';
import { processAllImports, startJob, upload } from '../../imports/testing/import-file.ts';
import { accepted, makeWebhook } from '../../payments/testing/payment-webhook.ts';
import { answerOf } from '../../testing/answer-of.ts';
import { clickLink, send } from '../../testing/attributed-app.ts';
import { createSlug } from '../../testing/create-link.ts';
import { perTest } from '../../testing/per-suite.ts';
import { postEvents } from '../../testing/post-events.ts';
import { signedEvent } from '../../testing/signed-event.ts';
import { createTenant, freshAddress } from '../../testing/test-tenant.ts';
import { useService } from '../../testing/use-service.ts';
import { processErasure } from './process-erasure.ts';
import { forget } from './testing/post-forget.ts';
import { rowsNaming } from './testing/rows-naming.ts';
import { settle } from './testing/settle.ts';

let now = Date.now();
const service = useService({ clock: () => now });
const tenant = perTest(() => createTenant(service));
const webhook = perTest(() => makeWebhook(service, tenant));

const naming = (...texts: string[]) => rowsNaming(service.services.backgroundPool, texts);
const settled = () => settle(service);

async function event(event_type: string, members: Record<string, unknown>): Promise<void> {
  now += 1000;
  await send(service, tenant, { event_type, ...members });
}

const identify = (members: Record<string, unknown>) =>
  event('custom', { custom_event_name: 'identify', ...members });

const pay = (user_id: string) =>
  accepted(service, webhook, { reference: randomUUID(), amount: 9, currency: 'EUR', metadata: { user_id } });

async function erase(args: Record<string, string>): Promise<Record<string, number>> {
  const { status, body } = await answerOf(tenant.owner.rpc('erase_device', args));
  expect([status, body.complete]).toEqual([200, true]);
  return body.erased as Record<string, number>;
}

const corrections = async () =>
  Object.values(await rebuildRollups(service.services.backgroundPool, tenant.accountId)).reduce(
    (a, b) => a + b,
    0,
  );

const counted = async () => {
  const sql = 'select coalesce(sum(events), 0)::int as n from event_counts where customer_id = $1';
  return (await service.services.workPool.query(sql, [tenant.accountId])).rows[0].n;
};

const person = () => ({
  i: randomUUID(),
  gaid: randomUUID(),
  android: randomUUID().slice(9, 28),
  user: `user-${randomUUID()}`,
  slug: '',
});
type Person = ReturnType<typeof person>;

/** What a person’s device and their account at the app do, each naming some of their ids. */
const DEEDS: Readonly<Record<string, (of: Person) => Promise<unknown>>> = {
  install: ({ i, gaid }) => event('install', { installation_id: i, gaid }),
  identify: ({ i, user }) => identify({ installation_id: i, user_id: user }),
  android: ({ i, android }) => event('open', { installation_id: i, android_id: android }),
  'purchase of the user': ({ user }) =>
    event('purchase', { user_id: user, revenue: 3, currency: 'EUR', event_properties: { name: user } }),
  'event of the user': ({ user }) => identify({ event_properties: { user_id: user } }),
  're-engagement of the user': async ({ user, slug }) => {
    const { clickId } = await clickLink(service, slug);
    await event('re_engagement', { user_id: user, click_id: clickId });
  },
  payment: ({ user }) => pay(user),
  click: ({ gaid, slug }) => clickLink(service, slug, { query: `?gaid=${gaid}&sub1=x` }),
};

interface Life {
  readonly order: readonly string[];
  readonly settles: readonly boolean[];
}

const life: fc.Arbitrary<Life> = fc.record({
  order: fc.shuffledSubarray(Object.keys(DEEDS), { minLength: Object.keys(DEEDS).length }),
  settles: fc.array(fc.boolean(), { minLength: 8, maxLength: 8 }),
});

async function live({ order, settles }: Life, of: Person): Promise<void> {
  for (const [at, deed] of order.entries()) {
    await DEEDS[deed]?.(of);
    if (settles[at]) await settled();
  }
}

const ARGUMENTS = {
  gaid: 'p_gaid',
  android: 'p_android_id',
  i: 'p_installation_id',
  user: 'p_user_id',
} as const;

const idsOf = ({ i, gaid, android, user }: Person) => [i, gaid, android, user];

test('what names the user alone goes with the device, from whichever id and in whichever order it came', async () => {
  const slug = await createSlug(tenant);
  const given = fc.constantFrom<keyof typeof ARGUMENTS>('gaid', 'android', 'i', 'user');
  await fc.assert(
    fc.asyncProperty(life, life, given, async (one, other, id) => {
      const [gone, kept] = [person(), person()].map((who) => ({ ...who, slug })) as [Person, Person];
      await live(one, gone);
      await live(other, kept);
      const held = await naming(...idsOf(kept));
      await settled();
      const before = await counted();
      await erase({ [ARGUMENTS[id]]: gone[id] });
      await settled();
      expect(await naming(...idsOf(gone))).toEqual({});
      expect((await naming(...idsOf(kept))).events).toBe(held.events);
      expect((await naming(kept.user)).payments).toBe(1);
      expect([await counted(), await corrections()]).toEqual([before - 6, 0]);
    }),
    { numRuns: 10, endOnFailure: true },
  );
}, 240_000);

describe('an event that names a user alone', () => {
  const purchase = (user_id: string) => event('purchase', { user_id, revenue: 3, currency: 'EUR' });

  test.each(['at once', 'once it is learnt'])(
    'stays if another device is the user’s too, %s',
    async (when) => {
      const [first, second, user_id] = [randomUUID(), randomUUID(), `user-${randomUUID()}`];
      await event('install', { gaid: first, user_id });
      await event('install', { gaid: second, user_id });
      await purchase(user_id);
      if (when !== 'at once') await settled();
      expect(await erase({ p_gaid: first })).toMatchObject({ events: 1 });
      expect((await naming(user_id)).events).toBe(2);
      expect(await erase({ p_gaid: second })).toMatchObject({ events: 2 });
      await settled();
      expect(await naming(user_id, first, second)).toEqual({});
      expect(await corrections()).toBe(0);
    },
  );

  test('stays if nothing but attribution knows the user’s other device', async () => {
    const [first, second, user_id] = [randomUUID(), randomUUID(), `user-${randomUUID()}`];
    await event('install', { gaid: first, user_id });
    await settled();
    await event('install', { gaid: second, user_id });
    await purchase(user_id);
    await settled();
    const { workPool } = service.services;
    await workPool.query('delete from events where customer_id = $1 and gaid = $2', [
      tenant.accountId,
      first,
    ]);
    expect(await erase({ p_gaid: second })).toMatchObject({ events: 1 });
    expect(await naming(user_id)).toMatchObject({ events: 1, device_ids: 1 });
  });

  test('goes if nothing but attribution knows whose it is', async () => {
    const [gaid, user_id] = [randomUUID(), `user-${randomUUID()}`];
    await event('install', { gaid, user_id });
    await purchase(user_id);
    await settled();
    const { workPool } = service.services;
    await workPool.query('delete from events where customer_id = $1 and gaid = $2', [tenant.accountId, gaid]);
    expect(await erase({ p_gaid: gaid })).toMatchObject({ events: 1, purchases: 1 });
    expect(await naming(gaid, user_id)).toEqual({});
  });

  test('stays in another app, which may call someone else so', async () => {
    const [gaid, user_id] = [randomUUID(), `user-${randomUUID()}`];
    const other = await answerOf(
      tenant.owner.rpc('create_app', {
        p_name: 'Other',
        p_bundle_id: 'com.example.other',
        p_team_id: tenant.teamId,
      }),
    );
    expect(other.status).toBe(200);
    await event('install', { gaid, user_id });
    await settled();
    const { workPool } = service.services;
    await purchase(user_id);
    await workPool.query(
      `update events set app_id = $3 where customer_id = $1 and user_id = $2 and event_type = 'purchase'`,
      [tenant.accountId, user_id, other.body],
    );
    expect(await erase({ p_gaid: gaid })).toMatchObject({ events: 1 });
    expect((await naming(user_id)).events).toBe(1);
  });

  test('goes with a device that its purchase had made up, before it was known whose it was', async () => {
    const [installation_id, gaid, user_id] = [randomUUID(), randomUUID(), `user-${randomUUID()}`];
    await event('install', { installation_id, gaid });
    await purchase(user_id);
    await settled();
    await identify({ installation_id, user_id });
    await pay(user_id);
    await settled();
    expect(await erase({ p_gaid: gaid })).toMatchObject({ events: 3, purchases: 1, payments: 1 });
    expect(await naming(installation_id, gaid, user_id)).toEqual({});
    expect(await corrections()).toBe(0);
  });

  test('of an import goes too, stored or still waiting', async () => {
    const [gaid, user_id] = [randomUUID(), `user-${randomUUID()}`];
    const other = `user-${randomUUID()}`;
    const installed_at = new Date(now - 86_400_000).toISOString();
    const rows = (user: string) => [
      { event_type: 'open', event_timestamp: installed_at, user_id: user },
      { event_type: 'purchase', event_timestamp: installed_at, user_id: user, revenue: 2, currency: 'EUR' },
    ];
    const install = { event_type: 'install', installed_at, gaid, user_id };
    const send_ = async (file: readonly object[]) => {
      const job = await startJob(tenant);
      const sent = await upload(service, tenant.owner, job, JSON.stringify(file), {
        contentType: 'application/json',
      });
      expect(sent.status).toBe(200);
    };
    await send_([install, ...rows(user_id), ...rows(other)]);
    await processAllImports(service);
    await send_([...rows(user_id), ...rows(other)]);
    await erase({ p_gaid: gaid });
    expect(await naming(gaid, user_id)).toEqual({});
    await processAllImports(service);
    expect(await naming(gaid, user_id)).toEqual({});
    expect((await naming(other)).events).toBe(4);
  });

  test('of a waiting import stays if another of its rows says that another device is theirs', async () => {
    const [gaid, second, user_id] = [randomUUID(), randomUUID(), `user-${randomUUID()}`];
    await event('install', { gaid, user_id });
    const at = new Date(now - 86_400_000).toISOString();
    const job = await startJob(tenant);
    const file = [
      { event_type: 'open', event_timestamp: at, gaid: second, user_id },
      { event_type: 'open', event_timestamp: at, user_id },
    ];
    await upload(service, tenant.owner, job, JSON.stringify(file), { contentType: 'application/json' });
    await erase({ p_gaid: gaid });
    await processAllImports(service);
    expect((await naming(user_id)).events).toBe(2);
  });
});

test('what an installation left that was forgotten is reached by its user and its other ids', async () => {
  const slug = await createSlug(tenant);
  const [installation_id, gaid, user_id] = [randomUUID(), randomUUID(), `user-${randomUUID()}`];
  await clickLink(service, slug, { query: `?gaid=${gaid}` });
  await event('install', { installation_id, gaid });
  await identify({ installation_id, user_id });
  await event('purchase', { user_id, revenue: 3, currency: 'EUR' });
  await pay(user_id);
  await settled();
  await forget(service, tenant, { installation_id });
  await settled();
  expect(await naming(user_id, gaid)).toMatchObject({ events: 1, payments: 1, clicks: 1 });
  const { status, body } = await answerOf(
    tenant.owner.rpc('erase_device', { p_user_id: ` ${user_id} `, p_gaid: gaid }),
  );
  expect([status, body]).toEqual([
    200,
    expect.objectContaining({
      complete: true,
      stays: [
        { what: 'clicks', rows: 1, why: expect.stringContaining('links') },
        { what: 'payments', rows: expect.any(Number), why: expect.stringContaining('books') },
      ],
    }),
  ]);
  expect(await naming(user_id, gaid, installation_id)).toEqual({});
});

test('a user takes every device that was theirs, and what stays is said', async () => {
  const [first, second, other] = [randomUUID(), randomUUID(), randomUUID()];
  const user_id = `user-${randomUUID()}`;
  await event('install', { gaid: first, user_id });
  await event('install', { gaid: second, user_id });
  await event('install', { gaid: other });
  await settled();
  const one = await answerOf(tenant.owner.rpc('erase_device', { p_gaid: first }));
  expect(one.body.stays).toEqual([{ what: 'users', rows: 1, why: expect.stringContaining('p_user_id') }]);
  expect(await erase({ p_user_id: user_id })).toMatchObject({ events: 1, installs: 1 });
  expect(await naming(user_id, first, second)).toEqual({});
  expect((await naming(other)).events).toBe(1);
  expect(await corrections()).toBe(0);
});

/** However long it takes: the answer comes after 20 s, on a busy machine before the end. */
async function eraseWhole(args: Record<string, string>): Promise<void> {
  const { status, body } = await answerOf(tenant.owner.rpc('erase_device', args));
  expect(status).toBe(200);
  const { backgroundPool: pool, changes } = service.services;
  while (!body.complete) {
    const state = await processErasure({ pool, changes }, now, body.receipt_id);
    body.complete = state?.dueAt === null;
  }
}

/** Events of devices in one network, many at a time. */
async function sendMany(events: readonly Record<string, unknown>[]): Promise<void> {
  const headers = { 'x-forwarded-for': freshAddress() };
  for (let at = 0; at < events.length; at += 50) {
    now += 1000;
    const signed = events
      .slice(at, at + 50)
      .map((one) => signedEvent(tenant, { timestamp: now, sent_at: now, ...one }));
    const { results } = await postEvents(service, signed, headers);
    expect(results.filter(({ status }) => status === 'accepted')).toHaveLength(signed.length);
  }
}

test.each([200, 201, 300])(
  'a user of %i devices is erased with all of them',
  async (count) => {
    const [user_id, other] = [`user-${randomUUID()}`, randomUUID()];
    const devices = Array.from({ length: count }, () => ({
      gaid: randomUUID(),
      installation_id: randomUUID(),
    }));
    // What names the user has an id each that only another event ties to the device's own.
    await sendMany(devices.map((ids) => ({ event_type: 'open', ...ids })));
    await sendMany(devices.map(({ gaid }) => ({ event_type: 'open', gaid, user_id })));
    await event('install', { gaid: other });
    await settled();
    await eraseWhole({ p_user_id: user_id });
    expect(await naming(user_id, ...devices.flatMap((ids) => Object.values(ids)))).toEqual({});
    expect((await naming(other)).events).toBe(1);
    await settled();
    expect(await corrections()).toBe(0);
  },
  240_000,
);

test('a device of many installations is erased with all of them', async () => {
  const gaid = randomUUID();
  const installations = Array.from({ length: 600 }, () => randomUUID());
  await sendMany(installations.map((installation_id) => ({ event_type: 'open', gaid, installation_id })));
  await sendMany(installations.map((installation_id) => ({ event_type: 'open', installation_id })));
  await eraseWhole({ p_gaid: gaid });
  expect(await naming(gaid, ...installations)).toEqual({});
}, 240_000);

test('ids that a waiting row of an import tells are followed', async () => {
  const [gaid, android_id, beside, user_id] = [
    randomUUID(),
    randomUUID(),
    randomUUID(),
    `user-${randomUUID()}`,
  ];
  await event('open', { gaid });
  await event('open', { android_id });
  await event('open', { installation_id: beside });
  const at = new Date(now - 86_400_000).toISOString();
  const job = await startJob(tenant);
  const file = [
    { event_type: 'open', event_timestamp: at, gaid, user_id },
    { event_type: 'open', event_timestamp: at, gaid, android_id },
    { event_type: 'open', event_timestamp: at, android_id, installation_id: beside },
  ];
  await upload(service, tenant.owner, job, JSON.stringify(file), { contentType: 'application/json' });
  await erase({ p_user_id: user_id });
  await processAllImports(service);
  await settled();
  expect(await naming(user_id, gaid, android_id, beside)).toEqual({});
});
