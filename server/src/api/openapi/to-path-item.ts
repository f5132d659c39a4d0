import type { z } from 'zod';
import type { AnswerFacts, RouteFacts } from '../../platform/http/route-facts.ts';
import { failuresOf } from './failures.ts';
import type { Operation } from './operation.ts';
import { exampleOf } from './schemas/example-of.ts';
import { type JsonSchema, type SharedSchemas, toJsonSchema } from './schemas/json-schema.ts';

/** An operation as OpenAPI writes it. */
export function toPathItem(operation: Operation, shared: SharedSchemas): object {
  const { id, facts } = operation;
  const { tag, summary, description, security, path = {}, query, body } = facts;
  const parameters = [
    ...Object.entries(path).map(([name, type]) =>
      toParameter('path', name, toJsonSchema(type, 'input', shared)),
    ),
    ...queryParameters(query, facts.example?.query, shared),
  ];
  return {
    operationId: id,
    tags: [tag],
    summary,
    description: fold(description),
    security: security.map((needed) => Object.fromEntries(needed.map((name) => [name, []]))),
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: requestBody(operation, body, shared) }),
    responses: { ...failuresOf(operation), ...answersOf(facts.answers, shared) },
  };
}

/** Lines of a list and empty lines stay. */
function fold(description: string): string {
  return description.replace(/[^\S\n]+/g, ' ').trim();
}

function queryParameters(
  query: z.ZodObject | undefined,
  given: Readonly<Record<string, unknown>> = {},
  shared: SharedSchemas,
): object[] {
  if (!query) return [];
  const { properties = {}, required = [] } = toJsonSchema(query, 'input', shared);
  return Object.entries(properties).map(([name, schema]) => ({
    ...toParameter('query', name, schema, required.includes(name)),
    ...(Object.hasOwn(given, name)
      ? { example: given[name] }
      : required.includes(name) && { example: exampleOf(schema, shared) }),
  }));
}

function toParameter(place: 'path' | 'query', name: string, member: JsonSchema, required = true): object {
  const { description, examples, ...schema } = member;
  return { name, in: place, required, description, schema: withoutNull(schema) };
}

/** A query has no null: a parameter is given or left out. */
function withoutNull(schema: JsonSchema): JsonSchema {
  const [only, ...others] = (schema.anyOf ?? []).filter(({ type }) => type !== 'null');
  if (only && others.length === 0) return only;
  if (!Array.isArray(schema.type)) return schema;
  return { ...schema, type: schema.type.filter((type: string) => type !== 'null')[0] };
}

function requestBody(
  { facts, shows = [] }: Operation,
  body: NonNullable<RouteFacts['body']>,
  shared: SharedSchemas,
) {
  const content = Object.entries(body).map(([media, type], index) => {
    const schema = toJsonSchema(type, 'input', shared);
    const own = index === 0 ? facts.example?.body : undefined;
    const example = own ?? exampleOf(schema, shared, (name, required) => required || shows.includes(name));
    return [media, { schema, example }];
  });
  return { required: true, content: Object.fromEntries(content) };
}

function answersOf(answers: Readonly<Record<number, AnswerFacts>>, shared: SharedSchemas) {
  return Object.fromEntries(
    Object.entries(answers).map(([status, { means, content }]) => [
      status,
      { description: means, ...(content && { content: contentOf(content, shared) }) },
    ]),
  );
}

function contentOf(content: NonNullable<AnswerFacts['content']>, shared: SharedSchemas): object {
  const written = Object.entries(content).map(([media, type]) => {
    const schema = toJsonSchema(type, 'output', shared);
    return [
      media,
      media === 'application/json' ? { schema, example: exampleOf(schema, shared) } : { schema },
    ];
  });
  return Object.fromEntries(written);
}
