import { beforeAll, describe, expect, test } from 'vitest';
import { perSuite } from '../../testing/per-suite.ts';
import { randomFor } from '../../testing/random.ts';
import { createTenant } from '../../testing/test-tenant.ts';
import { useService } from '../../testing/use-service.ts';
import { makeTraffic } from '../testing/random-traffic.ts';
import { createTrafficWorld, receiveEvents, settle } from '../testing/traffic-world.ts';

const NOW = Date.UTC(2026, 2, 1, 12);

const service = useService({ clock: () => NOW });
const tenant = perSuite(() => createTenant(service));
beforeAll(async () => {
  const { apps } = await createTrafficWorld(service, tenant);
  const shape = { devices: 120, days: 20, returns: 1, nameless: 0 };
  await receiveEvents(service, makeTraffic(randomFor(1), apps, shape, NOW));
  await settle(service);
});

const ID = '11111111-1111-4111-8111-111111111111';

const ask = (cursor?: string) =>
  tenant.owner.get(
    `/v1/analytics?${new URLSearchParams({ resource: 'attribution_log', ...(cursor && { cursor }) })}`,
  );

describe('the log comes in pages', () => {
  async function page(cursor?: string) {
    const response = await ask(cursor);
    return (await response.json()) as {
      attributions: { attribution_id: string }[];
      truncated: boolean;
      next_cursor: string | null;
    };
  }

  test('of 200, one after the other, until there are no more', async () => {
    const { rows } = await service.services.workPool.query<{ id: string }>(
      `select attribution_id as id from attributions where customer_id = $1
       order by installed_at desc, attribution_id desc`,
      [tenant.accountId],
    );
    expect(rows.length).toBeGreaterThan(201);
    const first = await page();
    expect(first).toMatchObject({ truncated: true, next_cursor: expect.any(String) });
    const second = await page(first.next_cursor ?? '');
    expect(second).toMatchObject({ truncated: rows.length > 400 });
    const seen = [...first.attributions, ...second.attributions].map((row) => row.attribution_id);
    expect(seen).toEqual(rows.slice(0, 400).map(({ id }) => id));
  });

  test('that do not shift when something newer arrives', async () => {
    const first = await page();
    const second = await page(first.next_cursor ?? '');
    await service.services.workPool.query(
      `update attributions set installed_at = to_timestamp($2 / 1000.0) where attribution_id = $1`,
      [second.attributions.at(-1)?.attribution_id, NOW],
    );
    const again = await page(first.next_cursor ?? '');
    const unmoved = second.attributions.slice(0, -1);
    expect(again.attributions.slice(0, unmoved.length)).toEqual(unmoved);
    expect(again.attributions).not.toContainEqual(second.attributions.at(-1));
  });

  test.each([
    'attribution_log 2026-02-01 x',
    `attribution_log yesterday ${ID}`,
    `attribution_log 0000-01-01T00:00:00.000000Z ${ID}`,
    `fraud 2026-02-01T00:00:00.000000Z ${ID}`,
    `2026-02-01T00:00:00.000000Z ${ID}`,
    '',
  ])('and refuses a cursor that it did not give: %s', async (place) => {
    const response = await ask(Buffer.from(place).toString('base64url') || '%00');
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({ error: 'cursor: must be a next_cursor of this resource' });
  });
});
