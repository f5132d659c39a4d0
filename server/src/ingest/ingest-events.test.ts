import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestService } from '../testing/test-service.ts';
import { createTenant, type Tenant } from '../testing/test-tenant.ts';
import { verifyEvents } from './ingest-events.ts';
import { splitRequest } from './parse/split-request.ts';
import { arrivalAt } from './row/to-storable-event.ts';
import { signedEvent } from './testing/signed-event.ts';

let service: TestService;
let tenant: Tenant;

beforeAll(async () => {
  service = await startTestService();
  tenant = await createTenant(service);
});
afterAll(() => service.close());

/** How many turns of the event loop other work gets while a batch is verified. */
async function turnsDuring(events: number): Promise<number> {
  const text = JSON.stringify({ events: Array.from({ length: events }, () => signedEvent(tenant)) });
  let turns = 0;
  let verified = false;
  const others = () => {
    turns++;
    if (!verified) setImmediate(others);
  };
  setImmediate(others);
  const items = await verifyEvents(
    splitRequest(text),
    arrivalAt(Date.now(), '192.0.2.0/24'),
    service.services.ingest,
  );
  verified = true;
  expect(items.filter(({ step }) => step.ok)).toHaveLength(events);
  return turns;
}

test('other work runs between ten events of a batch and the next ten', async () => {
  // The first look-up of an app waits for the database.
  await turnsDuring(1);
  expect(await turnsDuring(50)).toBeGreaterThanOrEqual(5);
});

test('a few events are verified at once', async () => {
  await turnsDuring(1);
  expect(await turnsDuring(10)).toBe(0);
});
