import { expect, test } from 'vitest';
import { createHostSlots } from './host-slots.ts';

test('a host has no more than its slots, and another host has its own', () => {
  const slots = createHostSlots(4);
  expect(slots.take('a', 3)).toBe(3);
  expect(slots.take('a', 3)).toBe(1);
  expect(slots.take('a', 1)).toBe(0);
  expect(slots.take('b', 9)).toBe(4);
});

test('slots that are given back can be taken again', () => {
  const slots = createHostSlots(2);
  expect(slots.take('a', 2)).toBe(2);
  slots.giveBack('a', 1);
  expect(slots.take('a', 2)).toBe(1);
  slots.giveBack('a', 2);
  expect(slots.take('a', 5)).toBe(2);
});
