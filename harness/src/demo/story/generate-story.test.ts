import { expect, test } from 'vitest';
import { generateStory, type StoryAction } from './generate-story.ts';
import { planShop } from './plan-shop.ts';

const STARTS_AT = Date.UTC(2026, 5, 12, 12);
const SMALL = { devices: 30, days: 3, startsAt: STARTS_AT };

function kindsOf(seed: number): Map<StoryAction['kind'], number> {
  const kinds = new Map<StoryAction['kind'], number>();
  for (const { kind } of generateStory(planShop(), { ...SMALL, seed }))
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
  return kinds;
}

test.each(Array.from({ length: 30 }, (_, n) => n + 1))('a small story has payments (seed %i)', (seed) => {
  expect(kindsOf(seed).get('payment')).toBeGreaterThan(0);
});
