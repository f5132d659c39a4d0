import { describe, expect, test } from 'vitest';
import { describeOptions, type Options, readOptions } from './read-options.ts';
import { UsageError } from './usage-error.ts';

const OPTIONS = {
  events: { type: 'count', default: 500, about: 'events stored' },
  port: { type: 'count', from: 1, to: 65_535, about: 'where it listens' },
  share: { type: 'number', to: 1, default: 0.3, about: 'share of repeats' },
  storage: { type: 'choice', of: ['files', 'rows'], about: 'only this kind' },
  url: { type: 'text', value: 'URL', about: 'of the service' },
  'no-lag': { type: 'flag', about: 'leaves out the lag' },
} as const satisfies Options;

describe('a command line', () => {
  test('has the value of each option, its default, or undefined', () => {
    expect(readOptions([], OPTIONS)).toEqual({
      values: {
        events: 500,
        port: undefined,
        share: 0.3,
        storage: undefined,
        url: undefined,
        'no-lag': false,
      },
      words: [],
    });
    const args = [
      'a.yaml',
      '--events',
      '7',
      '--share=0.5',
      '--storage',
      'rows',
      '--url=',
      '--no-lag',
      'b.yaml',
    ];
    expect(readOptions(args, OPTIONS)).toEqual({
      values: { events: 7, port: undefined, share: 0.5, storage: 'rows', url: '', 'no-lag': true },
      words: ['a.yaml', 'b.yaml'],
    });
  });

  test.each(['-1', '1.5', '', ' 1', '1e1', 'x', '0x10'])('has no count of %j', (wrong) => {
    expect(() => readOptions([`--events=${wrong}`], OPTIONS)).toThrow(
      new UsageError('--events must be a whole number of 0 or more'),
    );
  });

  test('has numbers up to both ends of their range', () => {
    for (const port of [1, 65_535])
      expect(readOptions([`--port=${port}`], OPTIONS).values).toMatchObject({ port });
    for (const wrong of ['0', '65536'])
      expect(() => readOptions(['--port', wrong], OPTIONS)).toThrow(
        new UsageError('--port must be a whole number from 1 to 65535'),
      );
    expect(() => readOptions(['--share', '1.01'], OPTIONS)).toThrow(
      new UsageError('--share must be a number from 0 to 1'),
    );
  });

  test.each([['--storage=tape'], ['--event=3'], ['--events'], ['--no-lag=yes']])('%s is refused', (word) => {
    expect(() => readOptions([word], OPTIONS)).toThrow(UsageError);
  });
});

test('the help names each option with its default, or with what it takes', () => {
  expect(describeOptions(OPTIONS)).toEqual([
    '--events 500           events stored',
    '--port N               where it listens',
    '--share 0.3            share of repeats',
    '--storage files|rows   only this kind',
    '--url URL              of the service',
    '--no-lag               leaves out the lag',
  ]);
});
