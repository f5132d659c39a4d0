import { describe, expect, test } from 'vitest';
import { networkOf } from '../../networks/networks.ts';
import { classifyAnswer } from './classify-answer.ts';

const classify = (format: string, status: number, body: string | object = '') => {
  const network = networkOf(format);
  if (!network) throw new Error(`no ${format}`);
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return classifyAnswer(network, { kind: 'answered', status, body: text });
};

describe('the status comes first', () => {
  test.each([
    [200, null],
    [204, null],
    [299, null],
    [301, 'permanent'],
    [302, 'permanent'],
    [308, 'permanent'],
    [400, 'permanent'],
    [401, 'permanent'],
    [404, 'permanent'],
    [408, 'permanent'],
    [428, 'permanent'],
    [429, 'transient'],
    [430, 'permanent'],
    [499, 'permanent'],
    [500, 'transient'],
    [503, 'transient'],
    [599, 'transient'],
  ])('%i of canonical is %s', (status, expected) => {
    expect(classify('canonical', status)).toBe(expected);
  });

  test.each([
    [400, { error: { code: 4 } }, 'permanent'],
    [500, { error: { code: 190 } }, 'transient'],
  ])('%i with %j is %s', (status, body, expected) => {
    expect(classify('network_a_conversions', status, body)).toBe(expected);
  });
});

test('no answer in time is transient, and an address that must not be reached is the config’s', () => {
  const judge = () => 'sent' as const;
  expect(classifyAnswer({ judge }, { kind: 'unreachable', reason: '' })).toBe('transient');
  expect(classifyAnswer({ judge }, { kind: 'refused', reason: '' })).toBe('setting');
});

/** A format, the body of its 200, and the class of that. */
type Row = [format: string, body: string | object, expected: string | null];

describe('inside a 2xx the network decides', () => {
  test.each<Row>([
    ['network_a_conversions', { events_received: 1 }, null],
    ['network_a_conversions', { events_received: 0 }, 'transient'],
    ['network_a_conversions', {}, 'transient'],
    ...[100, 190, 200].map((code): Row => ['network_a_conversions', { error: { code } }, 'permanent']),
    ...[1, 2, 4, 17, 341, 368, 80003].map(
      (code): Row => ['network_a_conversions', { error: { code } }, 'transient'],
    ),
    ['network_a_conversions', 'OK', 'transient'],
    ['network_b_app', { ad_events: [], errors: [], attributed: false }, null],
    ['network_b_app', { attributed: true }, null],
    ['network_b_app', { errors: ['bad rdid'] }, 'permanent'],
    ['network_b_app', '<html>', 'transient'],
    ['network_c_campaign_manager', { hasFailures: false }, null],
    ...['INVALID_ARGUMENT', 'PERMISSION_DENIED', 'NOT_FOUND'].map(
      (code): Row => [
        'network_c_campaign_manager',
        { hasFailures: true, status: [{ errors: [{ code }] }] },
        'permanent',
      ],
    ),
    [
      'network_c_campaign_manager',
      { hasFailures: true, status: [{ errors: [{ code: 'INTERNAL' }] }] },
      'transient',
    ],
    ['network_c_campaign_manager', { hasFailures: true }, 'transient'],
    ['network_c_campaign_manager', '', 'transient'],
    ['network_d_conversions', { status: 'VALID' }, null],
    ['network_d_conversions', { error: { code: 1 } }, 'transient'],
    ['network_d_conversions', 'ok', 'transient'],
    ['network_e_events', { code: 0, message: 'OK' }, null],
    ...[40001, 40002, 40105].map((code): Row => ['network_e_events', { code }, 'permanent']),
    ...[40100, 50000, 51011].map((code): Row => ['network_e_events', { code }, 'transient']),
    ['network_e_events', 'OK', 'transient'],
    ['network_e_events', [], 'transient'],
    ['network_e_events', 'null', 'transient'],
  ])('%s: %j is %s', (format, body, expected) => {
    expect(classify(format, 200, body)).toBe(expected);
  });
});
