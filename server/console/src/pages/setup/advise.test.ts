import { REJECTIONS } from '@tributary/server/ingest/check/rejections';
import { MEMBER_TWICE, OF_A_FIELD, OF_THE_EVENT } from '@tributary/server/ingest/check/shape-problems';
import { describe, expect, test } from 'vitest';
import { advise } from './advise.ts';

const WITH_ADVICE = [
  ...Object.values(REJECTIONS).map(({ code, kept }) => [kept.error, code] as const),
  ...[...Object.values(OF_THE_EVENT), MEMBER_TWICE].map((error) => [error, 'VALIDATION_ERROR'] as const),
  ...Object.values(OF_A_FIELD).map((problem) => [`timestamp ${problem}`, 'VALIDATION_ERROR'] as const),
];

test.each(WITH_ADVICE)('“%s” has its own advice', (error, code) => {
  const [advice = ''] = advise({ code, error });
  expect(advice).toMatch(/^[A-Z].{20,}\.$/);
  expect(advice).not.toMatch(/^Change/);
});

describe('of a wrong shape', () => {
  test.each([
    ['timestamp is required', 'Add timestamp to the event.'],
    ['revenue must be a number of 0 or more', 'Change revenue: it must be a number of 0 or more.'],
    ['customer_id is required', 'Take customer_id from the code on this page.'],
    ['revenue is given twice', 'Write each member once: JSON keeps only one of two.'],
    ['the event is nested deeper than 32 levels', 'Flatten event_properties.'],
    ['the event has more than 256 top-level members', 'Put members of your own into event_properties.'],
  ])('%s', (error, advice) => {
    expect(advise({ code: 'VALIDATION_ERROR', error })).toEqual([advice]);
  });

  test('each thing that was wrong has a sentence', () => {
    const error = 'timestamp is required; revenue must be a number of 0 or more';
    expect(advise({ code: 'VALIDATION_ERROR', error })).toHaveLength(2);
  });
});

test('a fault of the service is none of the event', () => {
  expect(advise({ code: 'INTERNAL_ERROR', error: 'not checked' })).toEqual([
    expect.stringContaining('Send the same'),
  ]);
});
