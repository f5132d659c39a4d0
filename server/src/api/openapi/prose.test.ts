import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CHANNELS, EVENT_TYPES } from '@tributary/sdk/wire/event';
import { expect, test } from 'vitest';
import { RESOURCE_NAMES } from '../../analytics/analytics-facts.ts';
import { describeProcedures } from './describe-procedures.ts';
import { buildDocument } from './document.ts';

const DOCS = join(import.meta.dirname, '../../../../docs');

/** What people write for people: everything in docs/ but the generated reference. */
const prose = readdirSync(DOCS, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.md') && !path.startsWith('api/'))
  .map((path) => readFileSync(join(DOCS, path), 'utf8'))
  .join('\n');
const named = new Set(prose.match(/\w+/g));

interface Named {
  readonly parameters?: readonly { readonly name: string; readonly in: string }[];
  readonly requestBody?: {
    readonly content: Record<string, { readonly schema?: { readonly properties?: object } }>;
  };
}

/** The parameters of the query, and the arguments of procedures. */
function parameterNames(): string[] {
  const { paths } = JSON.parse(JSON.stringify(buildDocument())) as {
    paths: Record<string, Record<string, Named>>;
  };
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.values(item).flatMap(({ parameters = [], requestBody }) => [
      ...parameters.filter((each) => each.in === 'query').map(({ name }) => name),
      ...(path.startsWith('/rest/')
        ? Object.keys(requestBody?.content['application/json']?.schema?.properties ?? {})
        : []),
    ]),
  );
}

test.each([
  ['procedure', describeProcedures().map(({ name }) => name)],
  ['parameter', parameterNames()],
  ['event type', [...EVENT_TYPES]],
  ['channel', [...CHANNELS]],
  ['report', [...RESOURCE_NAMES]],
])('a page of docs/ says what each %s is for', (_kind, names) => {
  expect(names.length).toBeGreaterThan(8);
  expect([...new Set(names)].filter((name) => !named.has(name))).toEqual([]);
});
