import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { clientFields } from '../../scripts/write-client-fields.ts';
import { eventReference } from '../../scripts/write-event-reference.ts';

const textOf = (path: string) => readFileSync(join(import.meta.dirname, path), 'utf8');

test('what clients need of the table of fields is current: npm run client-fields -w sdk', () => {
  expect(textOf('client-fields.ts')).toBe(clientFields());
});

test('a time in ms that an app gives is checked as one in s is: the bundle has one check for both', () => {
  const spec = { type: 'ms', setBy: 'property', strict: 'kept', means: 'A time.' } as const;
  expect(clientFields({ began_at: spec })).toContain("began_at: 's',");
});

test('the reference of events is current: npm run event-reference -w sdk', () => {
  expect(textOf('../../../docs/events.md')).toBe(eventReference());
});
