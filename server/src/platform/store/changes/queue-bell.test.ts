import { expect, test } from 'vitest';
import type { TestService } from '../../../testing/test-service.ts';
import { useService } from '../../../testing/use-service.ts';

const here = useService();
const elsewhere = useService({ beside: here });

const nextRing = ({ services }: TestService) =>
  new Promise<void>((resolve) => {
    const unsubscribe = services.bell.subscribe(() => {
      unsubscribe();
      resolve();
    });
  });

test('wakes the workers of the same process at once', () => {
  let rings = 0;
  const unsubscribe = here.services.bell.subscribe(() => {
    rings++;
  });
  here.services.bell.ring();
  expect(rings).toBe(1);
  unsubscribe();
});

test('wakes the workers of other processes if it has none itself', async () => {
  const rung = nextRing(elsewhere);
  here.services.bell.ring();
  await rung;
});

test('rings again for what was queued while it rested', async () => {
  const first = nextRing(elsewhere);
  here.services.bell.ring();
  await first;
  const second = nextRing(elsewhere);
  here.services.bell.ring();
  await second;
});
