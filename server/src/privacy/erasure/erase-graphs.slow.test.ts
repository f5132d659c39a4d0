import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { rebuildRollups } from '../../counters/rebuild/rebuild-rollups.ts';
import { settleRevenue } from '../../payments/testing/books.ts';
import { accepted, makeWebhook } from '../../payments/testing/payment-webhook.ts';
import { clickLink, send } from '../../testing/attributed-app.ts';
import { createSlug } from '../../testing/create-link.ts';
import { perTest } from '../../testing/per-suite.ts';
import { createTenant } from '../../testing/test-tenant.ts';
import { useService } from '../../testing/use-service.ts';
import { rowsNaming } from './testing/rows-naming.ts';

let now = Date.now();
const service = useService({ clock: () => now });
const tenant = perTest(() => createTenant(service));
const webhook = perTest(() => makeWebhook(service, tenant));

const naming = (...texts: string[]) => rowsNaming(service.services.backgroundPool, texts);
const settled = () => settleRevenue(service);

async function event(members: Record<string, unknown>): Promise<void> {
  now += 1000;
  await send(service, tenant, members as { event_type: string });
}

async function erase(args: Record<string, string>): Promise<Record<string, number>> {
  const response = await tenant.owner.rpc('erase_device', args);
  const { complete, erased } = (await response.json()) as {
    complete: boolean;
    erased: Record<string, number>;
  };
  expect([response.status, complete]).toEqual([200, true]);
  return erased;
}

const installs = async () => {
  const sql = 'select coalesce(sum(installs), 0)::int as n from install_counts where customer_id = $1';
  return (await service.services.workPool.query(sql, [tenant.accountId])).rows[0].n;
};

const corrections = async () =>
  Object.values(await rebuildRollups(service.services.backgroundPool, tenant.accountId)).reduce(
    (a, b) => a + b,
    0,
  );

/** An id of a device: its kind, and which of that kind. */
type Node = readonly ['installation_id' | 'android_id' | 'gaid', number];
/** What a device sends: the ids of each event, of which one at least was in an event before. */
interface Walk {
  readonly nodes: readonly Node[];
  /** For each node but the first, which earlier one it comes with. */
  readonly beside: readonly number[];
  /** Whether the workers catch up after an event. */
  readonly settles: readonly boolean[];
  readonly brokenBy: number;
}

const NODES: Node[] = [
  ...([0, 1] as const).map((n) => ['installation_id', n] as const),
  ...([0, 1] as const).map((n) => ['android_id', n] as const),
  ...([0, 1, 2] as const).map((n) => ['gaid', n] as const),
];

const walk: fc.Arbitrary<Walk> = fc.record({
  nodes: fc.shuffledSubarray(NODES, { minLength: 2 }),
  beside: fc.array(fc.nat(), { minLength: 7, maxLength: 7 }),
  settles: fc.array(fc.boolean(), { minLength: 7, maxLength: 7 }),
  brokenBy: fc.nat(),
});

const idAt = (ids: Map<string, string>, [kind, n]: Node) => {
  const name = `${kind}${n}`;
  if (!ids.has(name)) ids.set(name, kind === 'android_id' ? randomUUID().slice(9, 28) : randomUUID());
  return ids.get(name) ?? '';
};

/** Sends the events of a device, and returns its ids, by their nodes' names. */
async function play({ nodes, beside, settles }: Walk, user_id: string): Promise<Map<string, string>> {
  const ids = new Map<string, string>();
  const first = nodes[0] as Node;
  await event({ event_type: 'install', [first[0]]: idAt(ids, first) });
  if (settles[0]) await settled();
  const seen = [first];
  for (const [at, node] of nodes.entries()) {
    // Two ids of one kind cannot be in one event.
    const others = seen.filter(([kind]) => kind !== node[0]);
    const with_ = others[(beside[at] ?? 0) % others.length];
    if (at === 0 || with_ === undefined) continue;
    seen.push(node);
    const members = { [node[0]]: idAt(ids, node), [with_[0]]: idAt(ids, with_) };
    await event({ event_type: at % 2 ? 'open' : 'session_start', ...members, user_id });
    if (settles[at]) await settled();
  }
  return ids;
}

test('from whichever of its ids, a device is erased whole, and no other of the same user', async () => {
  await fc.assert(
    fc.asyncProperty(walk, walk, async (one, other) => {
      const before = await installs();
      const user = `user-${randomUUID()}`;
      const ids = await play(one, user);
      const kept = await play(other, user);
      const given = [...ids].filter(([name]) => !name.startsWith('installation_id'));
      if (given.length === 0) return;
      const [name, value] = given[one.brokenBy % given.length] ?? ['', ''];
      const held = await naming(...kept.values());
      await erase({ [name.startsWith('gaid') ? 'p_gaid' : 'p_android_id']: value });
      await settled();
      expect(await naming(...ids.values())).toEqual({});
      const { events } = await naming(...kept.values());
      expect(events).toBe(held.events);
      expect([await installs(), await corrections()]).toEqual([before + 1, 0]);
    }),
    { numRuns: 12, endOnFailure: true },
  );
}, 240_000);

describe('erasing a device', () => {
  test.each(['at once', 'once it is learnt'])('by an advertising id that was reset, %s', async (when) => {
    const [installation_id, first, second] = [randomUUID(), randomUUID(), randomUUID()];
    await event({ event_type: 'install', installation_id, gaid: first });
    await event({ event_type: 'purchase', installation_id, gaid: first, revenue: 3, currency: 'EUR' });
    await settled();
    await event({ event_type: 'open', installation_id, gaid: second });
    if (when !== 'at once') await settled();
    expect(await erase({ p_gaid: second })).toMatchObject({ events: 3, installs: 1, purchases: 1 });
    expect(await naming(installation_id, first, second)).toEqual({});
    expect([await installs(), await corrections()]).toEqual([0, 0]);
  });

  test('by an advertising id that only a click has beside its android id', async () => {
    const [gaid, android_id, installation_id] = [randomUUID(), randomUUID().slice(9, 28), randomUUID()];
    await clickLink(service, await createSlug(tenant), { query: `?gaid=${gaid}&android_id=${android_id}` });
    await event({ event_type: 'install', android_id, installation_id });
    await settled();
    expect(await erase({ p_gaid: gaid })).toMatchObject({ clicks: 1, installs: 1 });
    expect(await naming(gaid, android_id, installation_id)).toEqual({});
  });

  test.each(['at once', 'once it is learnt'])('takes its user off its payments, %s', async (when) => {
    const [gaid, user_id] = [randomUUID(), `user-${randomUUID()}`];
    await event({ event_type: 'install', gaid });
    await settled();
    await accepted(service, webhook, { reference: 'p', amount: 9, currency: 'EUR', metadata: { user_id } });
    await event({ event_type: 'custom', custom_event_name: 'identify', gaid, user_id });
    if (when !== 'at once') await settled();
    expect(await erase({ p_gaid: gaid })).toMatchObject({ payments: 1 });
    expect(await naming(gaid, user_id)).toEqual({});
  });

  test('leaves a user who is another device’s on the payments', async () => {
    const user_id = `user-${randomUUID()}`;
    const [first, second] = [randomUUID(), randomUUID()];
    await event({ event_type: 'install', gaid: first, user_id });
    await settled();
    await event({ event_type: 'install', gaid: second, user_id });
    await accepted(service, webhook, { reference: 'p', amount: 9, currency: 'EUR', metadata: { user_id } });
    await settled();
    await erase({ p_gaid: second });
    expect(await naming(user_id)).toMatchObject({ payments: 1, events: 1, device_ids: 1 });
  });

  test.each([
    ['blanks around it', (id: string) => ` ${id}\t`],
    ['braces', (id: string) => `{${id}}`],
    ['braces and capitals', (id: string) => `{${id.toUpperCase()}}`],
    ['no dashes', (id: string) => id.replaceAll('-', '')],
  ])('takes its advertising id with %s', async (_name, spell) => {
    const gaid = randomUUID();
    await event({ event_type: 'install', gaid });
    await settled();
    expect(await erase({ p_gaid: spell(gaid) })).toMatchObject({ events: 1, installs: 1 });
  });

  test('finds an id that was stored as nobody would write it', async () => {
    const gaid = randomUUID();
    const [stored, android_id] = [`{${gaid.toUpperCase()}}`, 'A1B2C3D4E5F60718'];
    await event({ event_type: 'install', gaid: stored });
    await event({ event_type: 'install', android_id });
    await settled();
    expect(await erase({ p_gaid: gaid })).toMatchObject({ installs: 1 });
    expect(await erase({ p_android_id: ` ${android_id.toLowerCase()} ` })).toMatchObject({ installs: 1 });
  });

  test.each(['   ', '{}', '{00000000-0000-0000-0000-000000000000}', '0'.repeat(32)])(
    'refuses %j',
    async (p_gaid) => {
      expect((await tenant.owner.rpc('erase_device', { p_gaid })).status).toBe(400);
    },
  );
});
