import { expect, test } from 'vitest';
import { runHarness } from './testing/run-harness.ts';

test.each(['run', 'validate', 'schema', 'openings', 'soak'])(
  '%s --help says what the command takes',
  async (command) => {
    const { code, out } = await runHarness(command, '--help');
    expect(code).toBe(0);
    expect(out).toContain(`usage: npm run harness -- ${command}`);
  },
);

test.each([['help'], ['--help'], ['-h']])('%s lists the commands', async (word) => {
  const { code, out } = await runHarness(word);
  expect(code).toBe(0);
  for (const command of ['run', 'validate', 'schema', 'openings', 'soak'])
    expect(out).toMatch(new RegExp(`^  ${command} `, 'm'));
});

test.each([[[]], [['none-such']]])('%j is refused, with the commands', async (words) => {
  const { code, out } = await runHarness(...words);
  expect(code).toBe(2);
  expect(out).toContain('usage:');
});
