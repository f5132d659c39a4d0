import { describe, expect, test } from 'vitest';
import { HELP, OptionError, readOptions } from './read-options.ts';

describe('the options of the demo', () => {
  test('are those that --help names, by default', () => {
    const options = readOptions([]);
    expect(options).toEqual({ days: 30, seed: 1, devices: 500, port: undefined, once: false });
    for (const name of ['days', 'seed', 'devices'] as const)
      expect(HELP).toContain(`--${name} ${options?.[name]} `);
  });

  test.each(['--help', '-h'])('are not read with %s', (help) => {
    expect(readOptions([help, '--days', '2'])).toBeNull();
  });

  test.each([
    ['--days', 1, 90],
    ['--devices', 1, 5000],
    ['--seed', 0, 999_999_999],
    ['--port', 1, 65_535],
  ])('%s is a whole number from %d to %d', (name, from, to) => {
    for (const number of [from, to])
      expect(readOptions([name, `${number}`])).toMatchObject({
        [name.slice(2)]: number,
      });
    for (const wrong of [`${from - 1}`, `${to + 1}`, '1.5', '', ' 1', '1e1', 'x'])
      expect(() => readOptions([`${name}=${wrong}`])).toThrow(
        new OptionError(`${name} must be a whole number from ${from} to ${to}`),
      );
  });

  test.each([[['--day', '3']], [['3']], [['--days']], [['--once=yes']]])('%j is refused', (args) => {
    expect(() => readOptions(args)).toThrow(OptionError);
  });
});
