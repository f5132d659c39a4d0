import { expect, test } from 'vitest';
import { readOptions } from './read-options.ts';

test('help has what a bench measures, and each option with its default', () => {
  const options = {
    events: { type: 'string', default: '500', about: 'events stored' },
    'no-lag': { type: 'boolean', default: false, about: 'leaves out the lag' },
  } as const;
  expect(readOptions(['--no-lag'], 'Measures.', options)).toEqual({ events: '500', 'no-lag': true });
  expect(() => readOptions(['--events', '1', '--help'], 'Measures.', options)).toThrow(
    'Measures.\n\n  --events 500   events stored\n  --no-lag       leaves out the lag',
  );
});
