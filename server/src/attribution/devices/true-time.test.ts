import { describe, expect, test } from 'vitest';
import type { CheckedEvent } from '../../ingest/check/check-shape.ts';
import { isInReplayWindow } from '../../ingest/check/is-in-replay-window.ts';
import { clockCorrection } from './clock-correction.ts';
import { trueTime } from './true-time.ts';

const arrival = 1_767_225_600_000;
const minute = 60_000;

const event = (times: { timestamp: number; sent_at?: number | null; age_ms?: number | null }) =>
  times as CheckedEvent;

describe('the true time of an event is', () => {
  test.each([
    ['its age before its arrival', { timestamp: 5, sent_at: 9, age_ms: 3000 }, arrival - 3000],
    ['its arrival, for an age of 0', { timestamp: 5, age_ms: 0 }, arrival],
    [
      'its timestamp corrected by a slow clock',
      { timestamp: arrival - 10_000, sent_at: arrival - 4000 },
      arrival - 6000,
    ],
    [
      'its timestamp corrected by a fast clock',
      { timestamp: arrival + 1000, sent_at: arrival + 4000 },
      arrival - 3000,
    ],
    [
      'days before its arrival',
      { timestamp: arrival - 3 * 86_400_000, sent_at: arrival },
      arrival - 3 * 86_400_000,
    ],
    ['its timestamp, where nothing better is known', { timestamp: arrival - 700 }, arrival - 700],
    [
      'its timestamp, where the rest is null',
      { timestamp: arrival - 7, sent_at: null, age_ms: null },
      arrival - 7,
    ],
    ['never after its arrival, by timestamp', { timestamp: arrival + 1 }, arrival],
    ['never after its arrival, by sent_at', { timestamp: arrival + 9, sent_at: arrival - 9 }, arrival],
    ['its arrival, for the far future', { timestamp: 4_102_444_800_000 }, arrival],
    ['its arrival, for 1970', { timestamp: 86_400_000 }, arrival],
    [
      'its arrival, for what is older than 2000 by age',
      { timestamp: 0, age_ms: 253_402_300_799_999 },
      arrival,
    ],
    ['its arrival, just before 2000', { timestamp: Date.UTC(2000) - 1 }, arrival],
    ['2000 itself', { timestamp: Date.UTC(2000) }, Date.UTC(2000)],
  ])('%s', (_name, times, expected) => {
    expect(trueTime(event(times), arrival)).toBe(expected);
  });
});

describe('the correction of a device’s clock is', () => {
  test.each([
    ['how far it was behind when it signed', { timestamp: arrival - 9000, sent_at: arrival - 4000 }, 4000],
    ['how far it was ahead when it signed', { timestamp: arrival, sent_at: arrival + 90_000 }, -90_000],
    ['what its age says against its date', { timestamp: arrival - 9000, age_ms: 5000 }, 4000],
    [
      'that of the clock that dated it, where it was put right before it signed',
      { timestamp: arrival - 65_000, age_ms: 5000, sent_at: arrival },
      60_000,
    ],
    [
      'the same up to ten minutes apart',
      { timestamp: arrival - 10 * minute, age_ms: 0, sent_at: arrival },
      10 * minute,
    ],
    [
      'unknown where age and signing contradict each other',
      { timestamp: arrival - 10 * minute - 1, age_ms: 0, sent_at: arrival },
      null,
    ],
    ['unknown without any evidence', { timestamp: arrival - 700 }, null],
    ['unknown where all is null', { timestamp: arrival - 700, age_ms: null, sent_at: null }, null],
  ])('%s', (_name, times, expected) => {
    expect(clockCorrection(event(times), arrival)).toBe(expected);
  });
});

describe('the replay window', () => {
  test.each([
    ['takes sent_at exactly 10 minutes ago', { timestamp: 0, sent_at: arrival - 10 * minute }, true],
    [
      'refuses sent_at 10 minutes and 1 ms ago',
      { timestamp: arrival, sent_at: arrival - 10 * minute - 1 },
      false,
    ],
    ['takes sent_at exactly 10 minutes ahead', { timestamp: 0, sent_at: arrival + 10 * minute }, true],
    [
      'refuses sent_at 10 minutes and 1 ms ahead',
      { timestamp: arrival, sent_at: arrival + 10 * minute + 1 },
      false,
    ],
    ['goes by the timestamp without sent_at', { timestamp: arrival - 10 * minute }, true],
    ['refuses an old timestamp without sent_at', { timestamp: arrival - 10 * minute - 1 }, false],
    [
      'goes by the timestamp where sent_at is null',
      { timestamp: arrival + 10 * minute + 1, sent_at: null },
      false,
    ],
    [
      'takes a historical event that was signed now',
      { timestamp: arrival - 90 * 86_400_000, sent_at: arrival },
      true,
    ],
  ])('%s', (_name, times, expected) => {
    expect(isInReplayWindow(event(times), arrival)).toBe(expected);
  });
});
