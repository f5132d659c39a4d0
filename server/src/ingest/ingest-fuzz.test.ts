import { beforeAll, expect, test } from 'vitest';
import { postEvents } from '../testing/post-events.ts';
import { randomFor } from '../testing/random.ts';
import { createTenant, type Tenant } from '../testing/test-tenant.ts';
import { useService } from '../testing/use-service.ts';
import { EventMutator } from './testing/mutate-events.ts';

/** Enough to produce each shape often; `npm run bench -- fuzz` sends any number, to every endpoint. */
const REQUESTS = 3000;

let tenant: Tenant;
/** The same requests in every run. */
const random = randomFor('ingest');

const service = useService();
beforeAll(async () => {
  tenant = await createTenant(service);
});

test('3,000 mutated requests cause no failure, and exactly what was accepted is stored', {
  timeout: 120_000,
}, async () => {
  const mutator = new EventMutator(random.next);
  const accepted = new Set<string>();
  const seen = new Map<string, number>();
  // Verified events count against their app; the rate limit is not under test here.
  let sentWithThisTenant = 0;
  const tenants = [tenant.appId];
  let body = '';
  for (let i = 0; i < REQUESTS; i++) {
    // Some are sent twice, whatever they are.
    const isRepeated = i % 20 === 19;
    if (++sentWithThisTenant >= 590 && !isRepeated) {
      tenant = await createTenant(service);
      tenants.push(tenant.appId);
      sentWithThisTenant = 0;
    }
    if (!isRepeated) body = mutator.anyBody(tenant);
    const { status, results, body: answer } = await postEvents(service, ...mutator.encode(body));
    expect([200, 400, 413], body.slice(0, 2000)).toContain(status);
    if (status !== 200) expect(answer).toMatchObject({ error: expect.any(String), code: 'VALIDATION_ERROR' });
    for (const { status: outcome, code, event_id, error } of results) {
      if (outcome === 'accepted') accepted.add(`${tenant.appId} ${event_id}`);
      if (outcome === 'rejected') expect(error).toBeTruthy();
      expect(error ?? '', body.slice(0, 2000)).not.toContain('cannot be stored');
      seen.set(code ?? outcome, (seen.get(code ?? outcome) ?? 0) + 1);
    }
  }
  const { rows } = await service.services.workPool.query<{ key: string }>(
    `select app_id || ' ' || event_id as key from events`,
  );
  expect(rows.map(({ key }) => key).sort()).toEqual([...accepted].sort());
  expect([...seen.keys()].sort()).toEqual(['AUTH_ERROR', 'VALIDATION_ERROR', 'accepted', 'deduplicated']);
  expect(tenants.length).toBeGreaterThan(3);
});
