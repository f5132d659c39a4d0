import { validate } from '@readme/openapi-parser';
import { Validator } from '@seriousme/openapi-schema-validator';
import { CHANNELS, EVENT_TYPES } from '@tributary/sdk/wire/event';
import { EVENT_FIELDS } from '@tributary/sdk/wire/event-fields';
import { describe, expect, test } from 'vitest';
import { allArguments } from '../../analytics/analytics-arguments.ts';
import { RESOURCE_NAMES } from '../../analytics/analytics-facts.ts';
import { DOCUMENT, findMisfit, OPERATION_OBJECTS } from '../../testing/document/document-schemas.ts';
import { PROCEDURES } from '../../testing/matrix/caller-matrix.ts';
import { useService } from '../../testing/use-service.ts';
import { describeProcedures } from './describe-procedures.ts';
import type { JsonSchema } from './schemas/json-schema.ts';
import { ANSWER_WORDS } from './words/answer-words.ts';
import { ARGUMENT_WORDS } from './words/argument-words.ts';

const service = useService();
const copy = () => structuredClone(DOCUMENT) as never;

test('a validator of readme takes it', async () => {
  expect(await validate(copy())).toMatchObject({ valid: true });
});

test('a validator of JSON Schema takes it', async () => {
  expect(await new Validator().validate(copy())).toMatchObject({ valid: true });
});

test('every operation has an id of its own, a summary and a description', () => {
  const ids = OPERATION_OBJECTS.map(({ operation }) => operation.operationId);
  expect(new Set(ids).size).toBe(ids.length);
  for (const { operation } of OPERATION_OBJECTS) {
    const said = [operation.summary, operation.description, ...operation.tags];
    expect([operation.operationId, said.every((each) => each.length > 3)]).toEqual([
      operation.operationId,
      true,
    ]);
  }
});

test('it has every route that is mounted, but for pages and the other transport', () => {
  const pages = ['/', '/invitation', '/packages', '/paused', '/reset-password'];
  const mounted = service.app.routes
    .map(({ path }) =>
      path
        .replace(/^\/functions\/v1/, '/v1')
        .replace(/^\/L\//, '/l/')
        .replace(/:(\w+)/g, '{$1}'),
    )
    .filter(
      (path) =>
        !/^\/(console\/(?!session$)|docs\/|packages\/)/.test(path) &&
        !['/*', '/api/*', '/trpc/*', '/rest/v1/rpc/{procedure}', ...pages].includes(path),
    );
  const procedures = describeProcedures().map(({ name }) => `/rest/v1/rpc/${name}`);
  const documented = Object.keys(DOCUMENT.paths).filter((path) => !procedures.includes(path));
  expect(documented.sort()).toEqual([...new Set(mounted)].sort());
});

test.each(describeProcedures())('$name says the role that it asks for', ({ name, facts }) => {
  const [, , , , viewer, marketer, developer, owner] = PROCEDURES[name]?.expected ?? [];
  const byRole = { viewer, marketer, developer, owner };
  const lowest = Object.entries(byRole).find(([, status]) => status !== 403)?.[0];
  const noAccount = PROCEDURES[name]?.expected[3] !== 403;
  // The matrix has an owner's token revoked: anyone may revoke their own.
  const expected = name === 'revoke_access_token' ? 'viewer' : lowest;
  expect(facts.role).toBe(noAccount ? null : expected);
});

test('it names every event type, channel, field of an event, report and parameter of a report', () => {
  const event = DOCUMENT.components.schemas.Event?.properties ?? {};
  expect(event.event_type?.enum).toEqual(EVENT_TYPES);
  expect(JSON.stringify(event.channel)).toContain(JSON.stringify(CHANNELS));
  expect(Object.keys(event)).toEqual(Object.keys(EVENT_FIELDS));
  const analytics = DOCUMENT.paths['/v1/analytics']?.get?.parameters ?? [];
  expect(analytics.map(({ name }) => name)).toEqual(['resource', ...Object.keys(allArguments.shape)]);
  expect(analytics[0]?.schema.enum).toEqual(RESOURCE_NAMES);
});

describe.each(OPERATION_OBJECTS)('$method $path', ({ operation }) => {
  const bodies = [
    ...Object.entries(operation.requestBody?.content ?? {}),
    ...Object.values(operation.responses).flatMap(({ content }) => Object.entries(content ?? {})),
  ];

  test('says what every parameter and member is', () => {
    const parameters = (operation.parameters ?? []).filter(({ description }) => !description);
    expect(parameters.map(({ name }) => name)).toEqual([]);
    expect(bodies.flatMap(([, { schema }]) => findUndescribed(schema))).toEqual([]);
  });

  test('has examples that fit', () => {
    const examples = bodies.filter(([media]) => media === 'application/json');
    const misfits = examples.map(([, { schema, example }]) =>
      example === undefined ? null : findMisfit(schema, example),
    );
    expect(misfits.filter((misfit) => misfit !== null)).toEqual([]);
  });
});

test('the schemas with a name say what every member is', () => {
  expect(Object.values(DOCUMENT.components.schemas).flatMap((schema) => findUndescribed(schema))).toEqual([]);
});

test.each([
  ['arguments', ARGUMENT_WORDS],
  ['answers', ANSWER_WORDS],
])('every word of %s is used', (_what, words) => {
  const text = JSON.stringify(DOCUMENT);
  const idle = Object.entries(words).filter(([, [means]]) => !text.includes(JSON.stringify(means)));
  expect(idle.map(([name]) => name)).toEqual([]);
});

/** The members that have no description. */
function findUndescribed(schema: JsonSchema, at = ''): string[] {
  const { properties = {}, items, additionalProperties, anyOf = [], oneOf = [] } = schema;
  const inner = [items, additionalProperties, ...anyOf, ...oneOf].filter((each) => typeof each === 'object');
  return [
    ...Object.entries(properties).flatMap(([name, member]) => [
      ...(member.description ? [] : [`${at}.${name}`]),
      ...findUndescribed(member, `${at}.${name}`),
    ]),
    ...inner.flatMap((each) => findUndescribed(each as JsonSchema, at)),
  ];
}
