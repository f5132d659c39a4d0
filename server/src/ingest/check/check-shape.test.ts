import { describe, expect, test } from 'vitest';
import { eventOf, type WireEvent } from '../../testing/signed-event.ts';
import { splitRequest } from '../parse/split-request.ts';
import { checkShape } from './check-shape.ts';

const source = {
  accountId: '6f9b1f0e-54a4-4bcb-8a34-0d1f6f3a2b11',
  appId: '0c2b2b36-7c0d-4a0e-9c7e-5a0f1f6b9d22',
  sdkSecret: 'secret',
};
const components = { user_agent: 'ua', device_model: 'Pixel 9', os_version: '16' };
const uuid4 = '2f9b1f0e-54a4-4bcb-8a34-0d1f6f3a2b11';

function check(members: WireEvent) {
  return checkText(JSON.stringify(eventOf(source, { signature: 'a'.repeat(64), ...members })));
}

function checkText(text: string) {
  const [event] = splitRequest(text);
  if (event === undefined) throw new Error('no event');
  return checkShape(event);
}

/** `{"x":{"x":…0…}}` with that many levels. */
const nested = (levels: number) => JSON.parse(`${'{"x":'.repeat(levels)}0${'}'.repeat(levels)}`) as object;

describe('an event is accepted', () => {
  test.each<[string, WireEvent]>([
    ['with the required fields alone', {}],
    ['with an event_id of 8 characters', { event_id: 'e'.repeat(8) }],
    ['with an event_id of 128 characters', { event_id: 'e'.repeat(128) }],
    ['with an upper-case signature', { signature: 'A'.repeat(64) }],
    ['with upper-case UUIDs', { app_id: source.appId.toUpperCase() }],
    ['with timestamp 0', { timestamp: 0 }],
    ['with age_ms 0', { age_ms: 0 }],
    ['with revenue 0', { revenue: 0 }],
    ['with revenue just below 1e15', { revenue: 999_999_999_999_999.9 }],
    ['with a new currency', { currency: 'XCG' }],
    ['with a currency that is a metal', { currency: 'XAU' }],
    ['with fingerprint components', { device_fingerprint_components: components }],
    [
      'with a screen resolution',
      { device_fingerprint_components: { ...components, screen_resolution: '1x1' } },
    ],
    [
      'with a null screen resolution',
      { device_fingerprint_components: { ...components, screen_resolution: null } },
    ],
    ['with a component of ours that is unknown', { device_fingerprint_components: { ...components, x: [] } }],
    ['with empty event_properties', { event_properties: {} }],
    ['with NUL in event_properties', { event_properties: { a: '\0', b: '\ud800' } }],
    ['with an unknown field of any kind', { colour: { any: ['\0', 1e308] } }],
    ['with a paired surrogate', { device_model: '📱' }],
    ['with 32 levels', { event_properties: nested(31) }],
    ['with all times', { sent_at: 1, age_ms: 1, referrer_click_ts: 1, install_begin_ts: 1 }],
    ['with all ids', { gaid: 'g', android_id: 'a', user_id: 'u', installation_id: uuid4, click_id: uuid4 }],
    ['with ids of iOS', { idfv: uuid4.toUpperCase(), idfa: '38400000-8cf0-11bd-b23e-10b96e40000d' }],
    ['with ids of iOS that are zeros', { idfv: '', idfa: '00000000-0000-0000-0000-000000000000' }],
    ['with the longest language and zone', { language: 'l'.repeat(35), time_zone: 'z'.repeat(64) }],
    ['with a network token', { network_token: 't'.repeat(300) }],
    ['with a network token that is none', { network_token: [7] }],
    ['with tokens', { integrity_token: 't'.repeat(32_768), push_token: 'p' }],
    [
      'with the rest',
      { campaign_id: uuid4, channel: 'ussd', referrer: 'r', custom_event_name: 'n', currency: 'NGN' },
    ],
  ])('%s', (_name, members) => {
    expect(check(members)).toMatchObject({ ok: true });
  });

  test.each([
    'click',
    'install',
    'open',
    'session_start',
    'session_end',
    'purchase',
    'custom',
    're_engagement',
    'uninstall',
  ])('of type %s', (event_type) => {
    expect(check({ event_type })).toMatchObject({ ok: true });
  });

  test('with null for every optional field', () => {
    const optional = [
      'sent_at',
      'age_ms',
      'gaid',
      'android_id',
      'installation_id',
      'user_id',
      'device_fingerprint_components',
      'click_id',
      'campaign_id',
      'channel',
      'referrer',
      'referrer_click_ts',
      'install_begin_ts',
      'device_model',
      'os_name',
      'os_version',
      'app_version',
      'screen_resolution',
      'event_properties',
      'revenue',
      'currency',
      'custom_event_name',
      'integrity_token',
      'push_token',
    ];
    expect(check(Object.fromEntries(optional.map((name) => [name, null])))).toMatchObject({ ok: true });
  });
});

describe('VALIDATION_ERROR names', () => {
  const required = [
    'event_type',
    'timestamp',
    'customer_id',
    'app_id',
    'event_id',
    'sdk_version',
    'signature',
  ];
  test.each(required)('%s when it is missing, and when it is null', (name) => {
    expect(check({ [name]: undefined })).toMatchObject({ ok: false, error: `${name} is required` });
    expect(check({ [name]: null })).toMatchObject({ ok: false, error: `${name} is required` });
  });

  test.each<[string, unknown[]]>([
    ['event_type', ['payment', '', 1, 'Open', {}]],
    ['timestamp', ['1767225600000', 1.5, -1, 1e300, 2 ** 53, true]],
    ['customer_id', ['nope', '6f9b1f0e-54a4-1bcb-8a34-0d1f6f3a2b11', '6f9b1f0e54a44bcb8a340d1f6f3a2b11', 7]],
    ['app_id', ['', `${source.appId} `, '0c2b2b36-7c0d-4a0e-7c7e-5a0f1f6b9d22']],
    ['event_id', ['e'.repeat(7), 'e'.repeat(129), 12_345_678, 'nul\0nulnul', 'lone\ud800lone']],
    ['sdk_version', ['', 1, '1\0']],
    ['signature', ['a'.repeat(63), 'a'.repeat(65), `${'a'.repeat(63)}g`, 5, '']],
    ['sent_at', ['x', 0.1, -5, 1e300]],
    ['age_ms', ['x', 0.1, -1, 1e300]],
    ['gaid', [5, {}, '\udc00', 'g'.repeat(257)]],
    ['android_id', [5, '\0']],
    ['installation_id', ['x', '6f9b1f0e-54a4-7bcb-8a34-0d1f6f3a2b11']],
    ['user_id', [5, 'u'.repeat(513)]],
    ['device_fingerprint_components', [[], 'x', 1, {}, { ...components, os_version: undefined }]],
    [
      'device_fingerprint_components',
      [
        { ...components, user_agent: '\0' },
        { ...components, screen_resolution: 1 },
      ],
    ],
    ['click_id', ['x', 5]],
    ['campaign_id', ['x', 5]],
    ['channel', ['tv', 5, 'Email']],
    ['referrer', [5, 'r\0', 'r'.repeat(8193)]],
    ['referrer_click_ts', ['1', -1, 1.5]],
    ['install_begin_ts', ['1', -1, 1.5]],
    ['device_model', [5, '\ud83d']],
    ['os_name', [[]]],
    ['os_version', [14]],
    ['app_version', [1.2]],
    ['screen_resolution', [{}]],
    ['event_properties', [[], 'x', 5, true]],
    ['revenue', [-0.01, '5', 1e15, 1e300, true, []]],
    ['currency', ['ngn', 'XYZ', 'EURO', '', 5]],
    ['custom_event_name', [5, '\0']],
    ['integrity_token', [5, 't'.repeat(32_769)]],
    ['push_token', [5, 'p'.repeat(8193)]],
  ])('%s when it is wrong', (name, values) => {
    for (const value of values) {
      const result = check({ [name]: value });
      expect(result, JSON.stringify(value)).toMatchObject({ ok: false, code: 'VALIDATION_ERROR' });
      expect(result.ok ? '' : result.error).toMatch(new RegExp(`^${name} [^;]+$`));
    }
  });

  test('every wrong field at once', () => {
    const result = check({ customer_id: 'nope', revenue: -1, event_id: undefined, channel: 'tv' });
    const names = result.ok ? [] : result.error.split('; ').map((clause) => clause.split(' ')[0]);
    expect(names).toEqual(['event_id', 'channel', 'customer_id', 'revenue']);
  });

  test('nesting deeper than 32 levels, in unknown fields too', () => {
    expect(check({ event_properties: nested(32) })).toMatchObject({
      error: expect.stringContaining('nested deeper than 32'),
    });
    expect(checkText(`{"x":${'['.repeat(60_000)}${']'.repeat(60_000)}}`)).toMatchObject({
      error: expect.stringContaining('nested deeper than 32'),
    });
  });

  test.each([
    ['a member given twice', '{"gaid":"a","gaid":"a"}', 'gaid is given twice'],
    ['a member given twice, once in escapes', '{"gaid":"a","\\u0067aid":"a"}', 'gaid is given twice'],
    ['an unknown member given twice', '{"colour":1,"x":2,"colour":3}', 'colour is given twice'],
    ['__proto__ given twice', '{"__proto__":1,"__proto__":{}}', '__proto__ is given twice'],
  ])('%s', (_name, text, message) => {
    expect(checkText(text)).toMatchObject({ ok: false, error: expect.stringContaining(message) });
  });

  test('no more than it takes of what the client wrote', () => {
    const name = 'n'.repeat(100_000);
    const result = checkText(`{"${name}":1,"${name}":2}`);
    expect(result.ok ? '' : result.error).not.toContain('n'.repeat(65));
  });
});

test.each([['7'], ['"a"'], ['null'], ['[]'], ['true']])(
  'an event that is %s is refused as no object',
  (text) => {
    expect(checkText(`{"events":[${text}]}`)).toMatchObject({
      ok: false,
      error: 'an event must be an object',
    });
  },
);

test('required fields are not found on the prototype', () => {
  const text = `{"__proto__":${JSON.stringify(eventOf(source, { signature: 'a'.repeat(64) }))}}`;
  expect(checkText(text)).toMatchObject({
    ok: false,
    error: expect.stringContaining('event_type is required'),
  });
});
