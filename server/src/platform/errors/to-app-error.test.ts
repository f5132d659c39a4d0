import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { toAppError } from './to-app-error.ts';

const unknownArguments = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`p_${n}`, 1]));

function messageFor(type: z.ZodType, value: unknown): string {
  const { error } = type.safeParse(value);
  if (!error) throw new Error('it fits');
  return toAppError(error).message;
}

describe('the message about wrong arguments', () => {
  test('names up to 20 of them, and says how many more there are', () => {
    const clauses = (count: number) => messageFor(z.strictObject({}), unknownArguments(count)).split('; ');
    expect(clauses(20)).toHaveLength(20);
    expect(clauses(20).at(-1)).toBe('p_19: unknown argument');
    expect(clauses(21)).toHaveLength(21);
    expect(clauses(21).at(-1)).toBe('and 1 more');
    expect(clauses(20_000).at(-1)).toBe('and 19980 more');
  });

  test('counts wrong values with unknown names', () => {
    const type = z.strictObject({
      a: z.string('must be text'),
      b: z.record(z.string(), z.number('no number')),
    });
    const message = messageFor(type, { a: 1, b: unknownTexts(30), c: 1 });
    expect(message.split('; ')).toHaveLength(21);
    expect(message).toMatch(/^a: must be text; b\.k0: no number; .*; and 12 more$/);
  });

  test('repeats no more than 64 characters of a name', () => {
    const name = 'n'.repeat(1000);
    const cut = 'n'.repeat(64);
    expect(messageFor(z.strictObject({}), { [name]: 1 })).toBe(`${cut}: unknown argument`);
    expect(messageFor(z.record(z.string(), z.number('no number')), { [name]: 'x' })).toBe(
      `${cut}: no number`,
    );
  });
});

function unknownTexts(count: number): Record<string, string> {
  return Object.fromEntries(Array.from({ length: count }, (_, n) => [`k${n}`, 'x']));
}
