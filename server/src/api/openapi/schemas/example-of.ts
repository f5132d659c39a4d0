import { SAMPLE_ID } from '../words/word.ts';
import type { JsonSchema, SharedSchemas } from './json-schema.ts';

const BY_FORMAT: Readonly<Record<string, string>> = {
  uuid: SAMPLE_ID,
  date: '2026-01-31',
  'date-time': '2026-01-31T12:00:00.000Z',
  uri: 'https://example.com/',
  email: 'ada@example.com',
};

/**
 * A value that fits a schema, made of the examples of its members.
 *
 * @param takes which members an object has in it; by default all.
 */
export function exampleOf(
  schema: JsonSchema,
  shared: SharedSchemas,
  takes: (name: string, required: boolean) => boolean = () => true,
): unknown {
  if (schema.examples) return schema.examples[0];
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (schema.$ref) return exampleOf(shared[schema.$ref.replace(/.*\//, '')] ?? {}, shared, takes);
  const choice = (schema.anyOf ?? schema.oneOf)?.[0];
  if (choice) return exampleOf(choice, shared, takes);
  return ofType(schema, shared, takes);
}

function ofType(
  schema: JsonSchema,
  shared: SharedSchemas,
  takes: (name: string, required: boolean) => boolean,
) {
  switch ([schema.type].flat()[0]) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {})
          .filter(([name]) => takes(name, schema.required?.includes(name) ?? false))
          .map(([name, member]) => [name, exampleOf(member, shared)]),
      );
    case 'array':
      return schema.items ? [exampleOf(schema.items, shared)] : [];
    case 'string':
      return BY_FORMAT[schema.format ?? ''] ?? 'text';
    case 'integer':
    case 'number':
      return schema.minimum ?? 1;
    case 'boolean':
      return true;
    case 'null':
      return null;
    default:
      return {};
  }
}
