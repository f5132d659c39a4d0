import type { JsonSchema, SharedSchemas } from '../schemas/json-schema.ts';

/** A member of a body, at whatever depth: `items[].id`. */
export interface Member {
  readonly path: string;
  readonly type: string;
  readonly required: boolean;
  readonly means: string;
}

/** Every member of a body in reading order; of several alternatives, the members of each once. */
export function membersOf(schema: JsonSchema, shared: SharedSchemas, at = ''): Member[] {
  const {
    properties = {},
    required = [],
    items,
    additionalProperties,
    anyOf = [],
    oneOf = [],
  } = resolve(schema, shared);
  const own = Object.entries(properties).flatMap(([name, member]) => {
    const path = at === '' ? name : `${at}.${name}`;
    const means = member.description ?? '';
    return [
      { path, type: typeName(member), required: required.includes(name), means },
      ...membersOf(member, shared, path),
    ];
  });
  const inner = [
    ...(items ? membersOf(items, shared, `${at}[]`) : []),
    ...(typeof additionalProperties === 'object' ? membersOf(additionalProperties, shared, `${at}.*`) : []),
    ...[...anyOf, ...oneOf].flatMap((each) => membersOf(each, shared, at)),
  ];
  const seen = new Set<string>();
  return [...own, ...inner].filter(({ path, type }) => {
    const key = `${path} ${type}`;
    return !seen.has(key) && seen.add(key);
  });
}

function resolve(schema: JsonSchema, shared: SharedSchemas): JsonSchema {
  return schema.$ref ? (shared[schema.$ref.replace(/.*\//, '')] ?? {}) : schema;
}

/** A type in a few words: `uuid or null`. */
export function typeName(schema: JsonSchema): string {
  const { type, format, anyOf, oneOf, enum: values, items, $ref } = schema;
  if ($ref) return $ref.replace(/.*\//, '');
  if (schema.const !== undefined) return `\`${JSON.stringify(schema.const)}\``;
  if (values) return values.map((value) => `\`${value}\``).join(', ');
  const choices = anyOf ?? oneOf;
  if (choices) return [...new Set(choices.map(typeName))].join(' or ');
  const names = [type ?? 'anything'].flat().map((each) => (each === 'string' && format ? format : each));
  if (names[0] === 'array') return `list of ${items ? typeName(items) : 'anything'}`;
  return names.join(' or ');
}
