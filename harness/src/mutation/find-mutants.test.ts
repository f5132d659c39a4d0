import { expect, test } from 'vitest';
import { applyMutant, findMutants } from './find-mutants.ts';

const SOURCE = `
export function settle(count: number, log: Log): number | undefined {
  if (count === 0) return;
  log.error(\`\${count - 1} left\`);
  const isLast = !more(count) && true;
  return isLast ? count * 2 : (kept ?? count);
}
`;

test('every mistake is made once, and none in what is logged', () => {
  const mutants = findMutants('settle.ts', SOURCE);
  expect(mutants.map(({ line, mistake }) => `${line} ${mistake}`)).toEqual([
    '3 negate condition',
    '3 === becomes !==',
    '3 one more',
    '3 drop return',
    '5 drop !',
    '5 && becomes ||',
    '5 flip boolean',
    '6 negate condition',
    '6 * becomes /',
    '6 one more',
    '6 drop fallback',
  ]);
});

test('a mistake changes only its place', () => {
  const changed = findMutants('settle.ts', SOURCE).map((mutant) => applyMutant(SOURCE, mutant));
  expect(changed[0]).toBe(SOURCE.replace('if (count === 0)', 'if (!(count === 0))'));
  expect(changed[5]).toBe(SOURCE.replace('&&', '||'));
  expect(changed.at(-1)).toBe(SOURCE.replace('kept ?? count', 'kept'));
});
