import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { deviceKeyOf } from '../../../attribution/devices/device-key.ts';
import { rebuildRollups } from '../../../counters/rebuild/rebuild-rollups.ts';
import { clickLink, send } from '../../../testing/attributed-app.ts';
import { createSlug } from '../../../testing/create-link.ts';
import { addCampaign, createTenant, type Tenant } from '../../../testing/test-tenant.ts';
import { useService } from '../../../testing/use-service.ts';
import { forget } from '../testing/post-forget.ts';
import { rowsNaming } from '../testing/rows-naming.ts';
import { settle } from '../testing/settle.ts';

const HOUR = 3_600_000;
let now = Date.UTC(2026, 5, 1, 12);
const service = useService({ clock: () => now });

/** Whose event it is: of the installation to be forgotten, of another, or of an app that sends no installation id. */
type Sender = 'mine' | 'theirs' | 'bare';
type IdName = 'gaid0' | 'gaid1' | 'android0' | 'android1' | 'idfv0' | 'user0';

interface Step {
  readonly by: Sender;
  readonly type: 'install' | 'open' | 'purchase' | 'click';
  /** At most one of each kind is sent. */
  readonly ids: readonly IdName[];
  /** Whether an install came by a campaign’s link. */
  readonly isLed: boolean;
  readonly settles: boolean;
  readonly hours: number;
}

const step = (...senders: Sender[]): fc.Arbitrary<Step> =>
  fc.record({
    by: fc.constantFrom(...senders),
    type: fc.constantFrom('install', 'install', 'open', 'purchase', 'click'),
    ids: fc.subarray<IdName>(['gaid0', 'gaid1', 'android0', 'android1', 'idfv0', 'user0']),
    isLed: fc.boolean(),
    settles: fc.boolean(),
    hours: fc.constantFrom(0, 0, 24),
  });

interface World {
  readonly mine: string;
  readonly theirs: string;
  readonly values: Readonly<Record<IdName, string>>;
}

const newWorld = (): World => ({
  mine: randomUUID(),
  theirs: randomUUID(),
  values: {
    gaid0: randomUUID(),
    gaid1: randomUUID(),
    android0: randomUUID().slice(9, 28),
    android1: randomUUID().slice(9, 28),
    idfv0: randomUUID(),
    user0: `user-${randomUUID()}`,
  },
});

const FIELD: Readonly<Record<IdName, string>> = {
  gaid0: 'gaid',
  gaid1: 'gaid',
  android0: 'android_id',
  android1: 'android_id',
  idfv0: 'idfv',
  user0: 'user_id',
};

/** The ids that a step sends, of each kind the first. */
function idsOf({ ids }: Step): IdName[] {
  return ids.filter((name, at) => ids.findIndex((other) => FIELD[other] === FIELD[name]) === at);
}

const VERSIONS = {
  mine: { app_version: '1.0', device_model: 'Mine', os_version: '14' },
  theirs: { app_version: '2.0', device_model: 'Theirs', os_version: '14' },
  bare: { app_version: '2.0' },
} as const;

/** Sends the events of these, and returns how many of each type the others sent. */
async function play(tenant: Tenant, world: World, steps: readonly Step[], senders: readonly Sender[]) {
  const kept: Record<string, number> = {};
  const slug = await createSlug(tenant, { p_campaign_id: await addCampaign(tenant) });
  for (const one of steps) {
    now += 1000 + one.hours * HOUR;
    const ids = idsOf(one);
    const isNameless = one.by === 'bare' && !ids.some((name) => name !== 'user0');
    if (!senders.includes(one.by) || isNameless) continue;
    const isLed = one.isLed && one.type === 'install';
    const installation = { mine: world.mine, theirs: world.theirs, bare: undefined }[one.by];
    await send(service, tenant, {
      event_type: one.type,
      installation_id: installation,
      ...Object.fromEntries(ids.map((name) => [FIELD[name], world.values[name]])),
      ...(one.type === 'purchase' && { revenue: 2, currency: 'EUR' }),
      ...(isLed && { referrer: (await clickLink(service, slug)).referrer }),
      ...VERSIONS[one.by],
      consent: { ad_user_data: one.by !== 'mine' },
    });
    if (one.by !== 'mine') kept[one.type] = (kept[one.type] ?? 0) + 1;
    if (one.settles) await settle(service);
  }
  return kept;
}

const count = async (sql: string, tenant: Tenant, ...more: unknown[]) =>
  (
    await service.services.workPool.query(`select count(*)::int as n from ${sql}`, [
      tenant.accountId,
      ...more,
    ])
  ).rows[0].n;

const corrections = async ({ accountId }: Tenant) =>
  Object.values(await rebuildRollups(service.services.backgroundPool, accountId)).reduce((a, b) => a + b, 0);

const COUNTED = `
  select json_build_object(
    'installs', (select coalesce(sum(installs), 0) from install_counts where customer_id = $1),
    'cohorts', (select json_agg(row(cohort_day, day_offset, devices) order by cohort_day, day_offset)
      from cohort_counts where customer_id = $1 and devices <> 0),
    'events', (select json_agg(row(event_type, day, country, events, revenue) order by event_type, day, country)
      from event_counts join event_kinds using (customer_id, app_id, kind)
      where event_counts.customer_id = $1 and events <> 0),
    'devices', (select json_agg(row(event_type, day, devices) order by event_type, day)
      from event_device_counts join event_kinds using (customer_id, app_id, kind)
      where event_device_counts.customer_id = $1 and devices <> 0),
    'groups', (select json_agg(row(dimension, value, day, day_offset, devices) order by dimension, value, day, day_offset)
      from (
        select dimension, value, day, day_offset, sum(devices) as devices from cohort_group_counts
        where customer_id = $1 and dimension <> 'campaign_id' group by 1, 2, 3, 4) counted
      where devices <> 0),
    'purchases', (select sum(amount) from purchases where customer_id = $1)) as counted`;

const countersOf = async ({ accountId }: Tenant) =>
  (await service.services.workPool.query(COUNTED, [accountId])).rows[0].counted;

test('whatever others sent stays theirs, and nothing of its own is left', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step('mine', 'theirs', 'bare'), { minLength: 1, maxLength: 9 }),
      async (steps) => {
        const tenant = await createTenant(service);
        const world = newWorld();
        const kept = await play(tenant, world, steps, ['mine', 'theirs', 'bare']);
        await forget(service, tenant, { installation_id: world.mine });
        await settle(service);
        const key = deviceKeyOf('installation_id', world.mine);
        const isKnown = steps.some(({ by }) => by === 'mine');
        expect(await rowsNaming(service.services.backgroundPool, [world.mine, key])).toEqual({
          forgotten_installations: 1,
          ...(isKnown ? {} : { erasures: 1 }),
        });
        const sent = (senders: Sender[]) =>
          new Set(steps.filter(({ by }) => senders.includes(by)).flatMap(idsOf));
        const theirs = sent(['theirs', 'bare']);
        const alone = [...sent(['mine'])]
          .filter((name) => !theirs.has(name))
          .map((name) => world.values[name]);
        expect(await rowsNaming(service.services.backgroundPool, alone)).toEqual({});
        for (const [type, events] of Object.entries(kept))
          expect(await count('events where customer_id = $1 and event_type = $2', tenant, type)).toBe(events);
        const known = [...theirs].filter((name) => name !== 'user0');
        for (const name of known.filter((one) => isTaught(steps, one)))
          expect(
            await count('device_ids where customer_id = $1 and value = $2', tenant, world.values[name]),
            name,
          ).toBe(1);
        const installs = kept.install ?? 0;
        expect(await count('installs where customer_id = $1', tenant)).toBe(installs);
        expect(await count('attributions where customer_id = $1', tenant)).toBe(installs);
        expect(await count('purchases where customer_id = $1', tenant)).toBe(kept.purchase ?? 0);
        const devices = await count(
          '(select distinct device_id from installs where customer_id = $1) d',
          tenant,
        );
        expect(await count(`installs where customer_id = $1 and kind = 'install'`, tenant)).toBe(devices);
        expect(await corrections(tenant)).toBe(0);
      },
    ),
    { numRuns: Number(process.env.GRAPHS ?? 12), endOnFailure: true },
  );
}, 2_400_000);

/** Clicks alone teach no device its ids, and neither does being open with a single one: the install may tie it to others. */
function isTaught(steps: readonly Step[], name: IdName): boolean {
  return steps.some((one) => {
    const ids = idsOf(one);
    const isAlone = one.by === 'bare' && ids.length === 1;
    const isQuiet = one.type === 'click' || (one.type === 'open' && isAlone);
    return one.by !== 'mine' && !isQuiet && ids.includes(name);
  });
}

test('the counters are those of a world in which it never was', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step('mine', 'theirs'), { minLength: 2, maxLength: 9 }), async (steps) => {
      const from = now;
      const [tenant, twin] = [await createTenant(service), await createTenant(service)];
      const world = newWorld();
      await play(tenant, world, steps, ['mine', 'theirs']);
      await forget(service, tenant, { installation_id: world.mine });
      await settle(service);
      const until = now;
      now = from;
      await play(twin, world, steps, ['theirs']);
      await settle(service);
      now = until;
      expect(await countersOf(tenant)).toEqual(await countersOf(twin));
      expect(await corrections(tenant)).toBe(0);
    }),
    { numRuns: Number(process.env.GRAPHS ?? 10), endOnFailure: true },
  );
}, 2_400_000);
