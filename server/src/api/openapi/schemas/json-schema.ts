import { z } from 'zod';
import { ANSWER_WORDS } from '../words/answer-words.ts';
import { ARGUMENT_WORDS } from '../words/argument-words.ts';
import type { Word } from '../words/word.ts';

/** A JSON Schema of 2020-12, the part of it that zod writes. */
export interface JsonSchema {
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly items?: JsonSchema;
  readonly additionalProperties?: JsonSchema | boolean;
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly examples?: readonly unknown[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly $ref?: string;
  readonly [keyword: string]: unknown;
}

/** Schemas with a name of their own, by name. */
export type SharedSchemas = Record<string, JsonSchema>;

type Words = Readonly<Record<string, Word>>;

/** Formats that say all that their pattern says. */
const CLEAR_FORMATS = new Set(['uuid', 'date', 'date-time', 'email', 'uri']);

/**
 * Writes a schema as the document has it: every member described, by its own words or by those that its name has
 * everywhere.
 *
 * @param shared takes the schemas that have a name.
 */
export function toJsonSchema(type: z.ZodType, io: 'input' | 'output', shared: SharedSchemas): JsonSchema {
  const { $schema, $defs, ...written } = z.toJSONSchema(type, { io, unrepresentable: 'any' });
  const words: Words = io === 'input' ? ARGUMENT_WORDS : ANSWER_WORDS;
  const tidied = (schema: JsonSchema) => tidy(schema, { io, words });
  for (const [name, schema] of Object.entries($defs ?? {}))
    shared[name] ??= tidied(withoutId(schema as JsonSchema));
  const { id, ...own } = written as JsonSchema;
  if (typeof id !== 'string') return tidied(own);
  shared[id] ??= tidied(own);
  return { $ref: `#/components/schemas/${id}` };
}

const withoutId = ({ id: _id, ...schema }: JsonSchema): JsonSchema => schema;

interface Manner {
  readonly io: 'input' | 'output';
  readonly words: Words;
}

function tidy(schema: JsonSchema, manner: Manner): JsonSchema {
  const { properties, items, additionalProperties, anyOf, oneOf, $ref, ...rest } = schema;
  const all = (schemas: readonly JsonSchema[]) => schemas.map((each) => tidy(each, manner));
  return {
    ...withoutNoise(rest),
    ...($ref && { $ref: $ref.replace('#/$defs/', '#/components/schemas/') }),
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, member]) => [
          name,
          toMember(name, tidy(member, manner), manner),
        ]),
      ),
    }),
    ...(items && { items: tidy(items, manner) }),
    ...tidyOthers(additionalProperties, manner),
    ...(anyOf && { anyOf: all(anyOf) }),
    ...(oneOf && { oneOf: all(oneOf) }),
  };
}

/** Answers may get more members one day; arguments that are unknown are refused. */
function tidyOthers(others: JsonSchema['additionalProperties'], manner: Manner): JsonSchema {
  if (typeof others === 'object') return { additionalProperties: tidy(others, manner) };
  return others === undefined || manner.io === 'output' ? {} : { additionalProperties: others };
}

function withoutNoise({ pattern, minimum, maximum, propertyNames, ...rest }: JsonSchema): JsonSchema {
  const keepsPattern = pattern !== undefined && !CLEAR_FORMATS.has(rest.format ?? '');
  return {
    ...rest,
    ...(keepsPattern && { pattern }),
    ...(minimum !== undefined && minimum > Number.MIN_SAFE_INTEGER && { minimum }),
    ...(maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER && { maximum }),
  };
}

function toMember(name: string, schema: JsonSchema, { words }: Manner): JsonSchema {
  const [means, example] = Object.hasOwn(words, name) ? (words[name] ?? []) : [];
  const described = schema.description === undefined && means !== undefined;
  const shown = schema.examples === undefined && example !== undefined && canBe(schema, example);
  return { ...schema, ...(described && { description: means }), ...(shown && { examples: [example] }) };
}

/** Whether a value is of the type: a name may stand for values of other types elsewhere. */
function canBe(schema: JsonSchema, value: unknown): boolean {
  const { type, anyOf = [], oneOf = [], enum: values } = schema;
  const choices = [...anyOf, ...oneOf];
  if (choices.length > 0) return choices.some((choice) => canBe(choice, value));
  if (schema.const !== undefined) return schema.const === value;
  if (values) return values.includes(value);
  if (type === undefined) return schema.$ref === undefined;
  return [type]
    .flat()
    .some((each) => each === typeOf(value) || (each === 'number' && typeOf(value) === 'integer'));
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return Number.isInteger(value) ? 'integer' : typeof value;
}
