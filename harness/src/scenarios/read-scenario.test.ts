import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseScenario } from './read-scenario.ts';

const GOOD = 'name: A\nlasts: 1h\nevents: [{ name: open }]\nexpect: { exactly_once: true }\n';

test('a scenario in YAML has its times in ms and its defaults', () => {
  expect(
    parseScenario(`${GOOD}trouble: [{ what: status, from: 90s, until: 1.5h, status: 503 }]`, 'a.yaml'),
  ).toEqual({
    name: 'A',
    devices: 5,
    profile: 'phone',
    lasts: 3_600_000,
    recovery: 7_200_000,
    sdk: {},
    events: [{ name: 'open' }],
    trouble: [{ what: 'status', from: 90_000, until: 5_400_000, status: 503, share: 1 }],
    expect: { exactly_once: true },
  });
});

test('a scenario may be JSON', () => {
  const json = JSON.stringify({
    name: 'A',
    lasts: '1h',
    events: [{ name: 'open' }],
    expect: { exactly_once: true },
  });
  expect(parseScenario(json, 'a.json')).toEqual(parseScenario(GOOD, 'a.yaml'));
});

describe('a scenario is refused that has', () => {
  test.each([
    ['no name', GOOD.replace('name: A', 'about: x'), 'name: '],
    ['a time without a unit', GOOD.replace('1h', '60'), 'lasts: '],
    ['a negative time', GOOD.replace('1h', '-1h'), 'lasts: must be a number with a unit'],
    ['no events', GOOD.replace('[{ name: open }]', '[]'), 'events: '],
    ['no expectation', GOOD.replace('exactly_once: true', ''), 'expect: must have at least one expectation'],
    ['an unknown member', `${GOOD}colour: red`, 'colour'],
    ['an unknown trouble', `${GOOD}trouble: [{ what: rain, from: 1s, until: 2s }]`, 'trouble[0].what: '],
    [
      'trouble that ends before it begins',
      `${GOOD}trouble: [{ what: offline, from: 2s, until: 2s }]`,
      'trouble[0]: until must',
    ],
    [
      'a share above 1',
      `${GOOD}trouble: [{ what: lose-answers, from: 1s, until: 2s, share: 1.1 }]`,
      'trouble[0].share: ',
    ],
    [
      'an unknown profile',
      `${GOOD}profile: fridge`,
      'profile: unknown profile fridge: must be one of phone, ',
    ],
    [
      'an unknown profile with a weight',
      `${GOOD}profile: { phone: 2, fone: 1 }`,
      'profile: unknown profile fone: must be one of phone, ',
    ],
    ['a weight of nothing', `${GOOD}profile: { phone: 0 }`, 'profile'],
    ['too many devices', `${GOOD}devices: 10001`, 'devices: '],
    [
      'an event with at and every',
      GOOD.replace('name: open', 'name: open, at: 1s, every: 2s'),
      'events[0]: has both',
    ],
    [
      'an event after its end',
      GOOD.replace('name: open', 'name: open, at: 2h'),
      'events[0].at: is after the end',
    ],
    [
      'events too often',
      GOOD.replace('name: open', 'name: open, every: 1ms'),
      'events[0].every: must be 1s or more',
    ],
    ['broken YAML', 'name: [', 'a.yaml: '],
    ['nothing', '', 'the file: '],
    [
      'an alias bomb',
      `a: &a [1,1,1,1,1,1,1,1,1]\nb: &b [*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b]\nd: [*c,*c,*c,*c]`,
      '',
    ],
  ])('%s', (_name, text, says) => {
    expect(() => parseScenario(text, 'a.yaml')).toThrow(says);
  });
});

test('the scenario in docs/harness.md can be run', () => {
  const docs = readFileSync(join(import.meta.dirname, '../../../docs/harness.md'), 'utf8');
  const [, yaml = ''] = /```yaml\n(.*?)```/s.exec(docs) ?? [];
  expect(parseScenario(yaml, 'train.yaml')).toMatchObject({ name: 'Train ride', devices: 20 });
});
