import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { clientFields } from '../../scripts/write-client-fields.ts';
import { eventReference } from '../../scripts/write-event-reference.ts';

const textOf = (path: string) => readFileSync(join(import.meta.dirname, path), 'utf8');

test('what clients need of the table of fields is current: npm run client-fields -w sdk', () => {
  expect(textOf('client-fields.ts')).toBe(clientFields());
});

test('the reference of events is current: npm run event-reference -w sdk', () => {
  expect(textOf('../../../docs/events.md')).toBe(eventReference());
});
