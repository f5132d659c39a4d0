import { describe, expect, test } from 'vitest';
import { applicableConfigs, type KnownConfig } from './applicable-configs.ts';

const APP = 'app-1';

function config(id: string, members: Partial<KnownConfig> = {}): KnownConfig {
  return {
    id,
    customer_id: 'account',
    app_id: null,
    postback_format: 'network_a_conversions',
    channel: 'social_a',
    event_types: ['install', 'purchase'],
    created_at: 0,
    ...members,
  };
}

const ofEvery = config('every', { postback_format: 'network_b_app', channel: null });

function sentTo(
  configs: KnownConfig[],
  clickChannel: string | null,
  eventType: 'install' | 'purchase' = 'install',
) {
  return applicableConfigs(configs, { appId: APP, eventType, clickChannel }).map(({ id }) => id);
}

describe('rule 1: an install goes to the network whose link was clicked', () => {
  const configs = [config('a'), config('b', { channel: 'social_b' }), ofEvery];
  test.each([
    ['social_a', ['a', 'every']],
    ['social_b', ['b', 'every']],
    ['email', ['every']],
    [null, ['every']],
  ])('after a click of %s', (channel, expected) => {
    expect(sentTo(configs, channel)).toEqual(expected);
  });

  test('and to both where two configs serve the channel', () => {
    const canonical = config('c', { postback_format: 'canonical' });
    expect(sentTo([config('a'), canonical], 'social_a')).toEqual(['a', 'c']);
  });
});

describe('rule 2: the app’s own config wins', () => {
  const own = config('own', { app_id: APP });
  test.each<[string, KnownConfig[], string[]]>([
    ['over the account’s', [config('all'), own], ['own']],
    ['whichever was made first', [own, config('all')], ['own']],
    [
      'not over one of another format',
      [config('all', { postback_format: 'canonical' }), own],
      ['own', 'all'],
    ],
    ['not for another app', [config('all'), config('theirs', { app_id: 'app-2' })], ['all']],
    ['over all of the account’s', [config('all'), config('too'), own], ['own']],
    ['for events that it does not take as well', [config('all'), { ...own, event_types: ['purchase'] }], []],
  ])('%s', (_name, configs, expected) => {
    expect(sentTo(configs, 'social_a')).toEqual(expected);
  });

  test('not over one of another channel', () => {
    const all = config('all', { channel: 'messaging_app' });
    expect(sentTo([all, own], 'messaging_app')).toEqual(['all']);
  });

  test('where it takes every install, too', () => {
    const mine = { ...ofEvery, id: 'mine', app_id: APP };
    expect(sentTo([ofEvery, mine], null)).toEqual(['mine']);
  });
});

describe('rule 3: a config opts into installs, purchases or both', () => {
  const configs = [
    config('installs', { event_types: ['install'] }),
    config('purchases', { event_types: ['purchase'] }),
    config('both'),
  ];
  test.each([
    ['install', ['installs', 'both']],
    ['purchase', ['purchases', 'both']],
  ] as const)('an %s', (eventType, expected) => {
    expect(sentTo(configs, 'social_a', eventType)).toEqual(expected);
  });
});

test.each([
  [null, []],
  ['social_a', ['every']],
])('a purchase of a device that a click of %s brought', (channel, expected) => {
  expect(sentTo([ofEvery], channel, 'purchase')).toEqual(expected);
});
