import { expect, test } from 'vitest';
import type { Change } from '../../platform/store/changes/change-feed.ts';
import type { CheckedEvent } from '../check/check-shape.ts';
import { storableEvent, type TestApp, testApp } from '../testing/storable-events.ts';
import { createDeviceMemory } from './device-memory.ts';

const I = 'aaaaaaaa-0000-4000-8000-000000000001';
const G = '99999999-0000-4000-8000-000000000001';
const app = testApp();

/** A memory that hears of changes from the test. */
function hearing() {
  const listeners: ((change: Change) => void)[] = [];
  const state = { listening: true };
  const memory = createDeviceMemory({
    subscribe: (listener) => void listeners.push(listener),
    isListening: () => state.listening,
  });
  const keyOf = (members: Partial<CheckedEvent>, of: TestApp = app) =>
    memory.keyOf(storableEvent(of, members));
  return {
    state,
    memory,
    keyOf,
    learn: (members: Partial<CheckedEvent>, of?: TestApp) => memory.add(keyOf(members, of) ?? ''),
    knows: (members: Partial<CheckedEvent>, of?: TestApp) => memory.has(keyOf(members, of) ?? ''),
    tell: (change: Change) => {
      for (const listener of listeners) listener(change);
    },
  };
}

test.each<[string, Partial<CheckedEvent>, Partial<CheckedEvent>, boolean]>([
  ['the same ids on one day', { installation_id: I }, { installation_id: I }, true],
  ['another user', { installation_id: I, user_id: 'u' }, { installation_id: I, user_id: 'v' }, false],
  ['another id beside the first', { installation_id: I }, { installation_id: I, gaid: G }, false],
  ['fewer ids', { installation_id: I, gaid: G }, { installation_id: I }, false],
  [
    'one text as another kind of id',
    { installation_id: I, gaid: 'x' },
    { installation_id: I, android_id: 'x' },
    false,
  ],
  ['ids cut elsewhere', { gaid: 'a', user_id: 'b|c' }, { gaid: 'a|b', user_id: 'c' }, false],
  ['another day', { installation_id: I }, { installation_id: I, timestamp: Date.UTC(2020) }, false],
  [
    'a day after an uninstall',
    { event_type: 'uninstall', gaid: G, user_id: 'u' },
    { gaid: G, user_id: 'u' },
    false,
  ],
  ['long ids', { gaid: G, user_id: 'u'.repeat(512) }, { gaid: G, user_id: 'u'.repeat(512) }, true],
  [
    'long ids that differ at the end',
    { gaid: G, user_id: 'u'.repeat(511) },
    { gaid: G, user_id: 'u'.repeat(512) },
    false,
  ],
])('after an event it knows %s: %#', (_name, first, second, known) => {
  const { learn, knows } = hearing();
  learn(first);
  expect(knows(second)).toBe(known);
});

test.each<[string, Partial<CheckedEvent>]>([
  ['without an id', {}],
  ['of a user alone', { user_id: 'u' }],
  ['that attribution processes and that shows no use', { event_type: 'click', gaid: G, user_id: 'u' }],
])('an event %s shows nothing', (_name, members) => {
  expect(hearing().keyOf(members)).toBeUndefined();
});

test('forgets the devices of an app in which one was erased, and no others', () => {
  const { learn, knows, tell, keyOf, memory } = hearing();
  const [ids, other] = [{ installation_id: I, gaid: G }, testApp()];
  const pending = keyOf(ids) ?? '';
  learn(ids);
  learn(ids, other);
  tell({ kind: 'devices', appId: app.appId });
  expect([knows(ids), knows(ids, other)]).toEqual([false, true]);
  // What was being committed meanwhile no longer counts either.
  memory.add(pending);
  expect(knows(ids)).toBe(false);
  learn(ids);
  expect(knows(ids)).toBe(true);
});

test('forgets everything when changes may have been missed, and trusts nothing while it does not hear of them', () => {
  const { state, learn, knows, tell } = hearing();
  learn({ gaid: G });
  tell({ kind: 'all' });
  expect(knows({ gaid: G })).toBe(false);
  learn({ gaid: G });
  state.listening = false;
  expect(knows({ gaid: G })).toBe(false);
});
