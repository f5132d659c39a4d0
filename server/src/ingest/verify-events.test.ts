import { expect, test } from 'vitest';
import { perSuite } from '../testing/per-suite.ts';
import { signedEvent } from '../testing/signed-event.ts';
import { createTenant } from '../testing/test-tenant.ts';
import { useService } from '../testing/use-service.ts';
import { checkShape } from './check/check-shape.ts';
import { findApps } from './find-apps.ts';
import { splitRequest } from './parse/split-request.ts';
import { arrivalAt } from './row/to-storable-event.ts';
import { verifyEvents } from './verify-events.ts';

const service = useService();
const tenant = perSuite(() => createTenant(service));

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
  const submitted = splitRequest(text);
  const shapes = submitted.map(checkShape);
  const apps = await findApps(submitted, shapes, service.services.ingest.apps);
  const items = await verifyEvents(submitted, shapes, apps, arrivalAt(Date.now(), '192.0.2.0/24'));
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
