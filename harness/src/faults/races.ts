import { randomUUID } from 'node:crypto';
import { signedEvent } from '@tributary/server/testing/signed-event';
import type { SpawnedBackend } from '../backend/spawned-backend.ts';
import type { FaultRig } from './fault-rig.ts';
import { checkBooks, openShop, type Shop } from './shop.ts';

interface Race {
  readonly name: string;
  /** Does the same at both servers at once and returns what is wrong. */
  run(pair: Pair, shop: Shop): Promise<string[]>;
}

type Pair = readonly [SpawnedBackend, SpawnedBackend];

export interface RaceReport {
  readonly name: string;
  readonly rounds: number;
  readonly wrong: readonly string[];
}

async function callBoth(pair: Pair, { app }: Shop, procedure: string, args: object): Promise<number[]> {
  const answers = pair.map(async ({ origin }) => {
    const response = await fetch(`${origin}/rest/v1/rpc/${procedure}`, {
      method: 'POST',
      headers: app.owner.headers,
      body: JSON.stringify(args),
    });
    await response.arrayBuffer();
    return response.status;
  });
  return (await Promise.all(answers)).sort();
}

async function ingestAtBoth(pair: Pair, events: readonly object[]): Promise<string[]> {
  const answers = pair.map(async ({ origin }, at) => {
    const body = JSON.stringify({ events: events.length > 1 ? [events[at]] : events });
    const response = await fetch(`${origin}/v1/ingest`, { method: 'POST', body });
    const { results } = (await response.json()) as { results?: { status: string }[] };
    return results?.[0]?.status ?? String(response.status);
  });
  return (await Promise.all(answers)).sort();
}

const differs = (found: unknown, expected: unknown): string[] =>
  JSON.stringify(found) === JSON.stringify(expected)
    ? []
    : [`${JSON.stringify(found)} instead of ${JSON.stringify(expected)}`];

const RACES: readonly Race[] = [
  {
    name: 'one event, sent to both',
    run: async (pair, { app }) =>
      differs(await ingestAtBoth(pair, [signedEvent(app, { event_type: 'open', gaid: randomUUID() })]), [
        'accepted',
        'deduplicated',
      ]),
  },
  {
    name: 'two installs of one device',
    async run(pair, { app, devices }) {
      const gaid = randomUUID();
      devices.push(gaid);
      const events = [0, 1].map(() => signedEvent(app, { event_type: 'install', gaid }));
      return differs(await ingestAtBoth(pair, events), ['accepted', 'accepted']);
    },
  },
  {
    name: 'one slug, taken at both',
    run: async (pair, shop) =>
      differs(
        await callBoth(pair, shop, 'create_deep_link', {
          p_app_id: shop.app.appId,
          p_slug: `race-${randomUUID()}`,
          p_fallback_url: 'https://example.com/',
        }),
        [200, 409],
      ),
  },
  {
    name: 'one device, erased at both',
    async run(pair, shop) {
      const gaid = shop.devices.shift() ?? '';
      return differs(await callBoth(pair, shop, 'erase_device', { p_gaid: gaid }), [200, 200]);
    },
  },
];

/** Does the same at two servers at once, and compares the counters with the stored facts afterwards. */
export async function* runRaces(rig: FaultRig, rounds: number): AsyncGenerator<RaceReport> {
  const pair: Pair = [await rig.server(), await rig.spawnServer()];
  try {
    const shop = await openShop(rig, rounds);
    for (const race of RACES) {
      const wrong: string[] = [];
      for (let round = 0; round < rounds; round++) wrong.push(...(await race.run(pair, shop)));
      yield { name: race.name, rounds, wrong };
    }
    const [counted] = await rig.query<{ installs: number; devices: number }>(
      `select count(*) filter (where kind = 'install')::int as installs,
         count(distinct device_id)::int as devices from installs where app_id = $1`,
      [shop.app.appId],
    );
    const books = await checkBooks(rig);
    yield {
      name: 'the books afterwards',
      rounds: 1,
      wrong: [...books, ...differs(counted, { installs: shop.devices.length, devices: shop.devices.length })],
    };
  } finally {
    await pair[1].close();
  }
}
