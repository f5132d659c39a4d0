import { expect, test } from 'vitest';
import type { EventFacts } from '../events/pending-event.ts';
import { CLIENT_FIELDS } from '../wire/client-fields.ts';
import { composeFacts, type EventContext } from './compose-facts.ts';

const CAPTURED: EventFacts = {
  event_type: 'open',
  event_id: '0190a1b2-0000-7000-8000-000000000000',
  timestamp: 1,
  sdk_version: 's',
};

const CONTEXT: EventContext = {
  device: { user_agent: 'ua', device_model: 'm', os_version: '1' },
  installation_id: 'i',
  gaid: 'g',
  user_id: 'u',
  consent: undefined,
  push_token: 'p',
};

function compose(context: Partial<EventContext>, captured: Partial<EventFacts> = {}) {
  const invalid: string[] = [];
  const facts = composeFacts({ ...CAPTURED, ...captured }, { ...CONTEXT, ...context }, (name) =>
    invalid.push(name),
  );
  return { facts, invalid };
}

test.each([
  ['a NUL', 'a\0b'],
  ['a lone high surrogate', 'a\ud83d'],
  ['a lone low surrogate', '\ude00a'],
])('a user id with %s is left out, and the event stays', (_name, user_id) => {
  const { facts, invalid } = compose({ user_id });
  expect(facts).not.toHaveProperty('user_id');
  expect(facts).toMatchObject({ event_type: 'open', gaid: 'g' });
  expect(invalid).toEqual(['user_id']);
});

test('an emoji is not half a pair', () => {
  expect(compose({ user_id: 'a😀b' }).facts.user_id).toBe('a😀b');
});

test.each([
  ['user_id', (user_id: string) => compose({ user_id })],
  ['gaid', (gaid: string) => compose({ gaid })],
  ['push_token', (push_token: string) => compose({ push_token })],
  ['integrity_token', (integrity_token: string) => compose({}, { integrity_token })],
  ['app_version', (app_version: string) => compose({ device: { app_version } })],
] as const)('%s is left out beyond its longest length', (name, composeWith) => {
  const max = CLIENT_FIELDS[name];
  expect(composeWith('x'.repeat(max)).facts).toHaveProperty(name);
  expect(composeWith('x'.repeat(max + 1)).facts).not.toHaveProperty(name);
});

test('a name that is too long is left out, and the event stays', () => {
  const { facts } = compose({}, { event_type: 'custom', custom_event_name: 'x'.repeat(513) });
  expect(facts).not.toHaveProperty('custom_event_name');
  expect(facts.event_type).toBe('custom');
});

test.each(['user_agent', 'device_model', 'os_version'])('a wrong %s costs the whole fingerprint', (name) => {
  const device = { ...CONTEXT.device, [name]: 'a\0' };
  expect(compose({ device }).facts).not.toHaveProperty('device_fingerprint_components');
});
