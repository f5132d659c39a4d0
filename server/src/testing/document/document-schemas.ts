import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { buildDocument } from '../../api/openapi/document.ts';
import type { JsonSchema } from '../../api/openapi/schemas/json-schema.ts';

interface MediaFacts {
  readonly schema: JsonSchema;
  readonly example?: unknown;
}

export interface OperationObject {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly security: readonly Record<string, readonly string[]>[];
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly required: boolean;
    readonly description?: string;
    readonly example?: unknown;
    readonly schema: JsonSchema;
  }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, MediaFacts>> };
  readonly responses: Readonly<
    Record<string, { readonly description: string; readonly content?: Readonly<Record<string, MediaFacts>> }>
  >;
}

export interface OpenApiDocument {
  readonly openapi: string;
  readonly paths: Readonly<Record<string, Readonly<Record<string, OperationObject>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, JsonSchema>> };
}

/** The document as tests read it. */
export const DOCUMENT = buildDocument() as OpenApiDocument;

export const OPERATION_OBJECTS = Object.entries(DOCUMENT.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({ path, method, operation })),
);

/** Clients have to bear new members; these tests want to hear of each. */
function strictly(schema: JsonSchema): JsonSchema {
  const strictAll = (schemas: readonly JsonSchema[]) => schemas.map(strictly);
  return {
    ...schema,
    ...(schema.properties && {
      additionalProperties: schema.additionalProperties ?? false,
      properties: Object.fromEntries(
        Object.entries(schema.properties).map(([name, member]) => [name, strictly(member)]),
      ),
    }),
    ...(schema.items && { items: strictly(schema.items) }),
    ...(typeof schema.additionalProperties === 'object' && {
      additionalProperties: strictly(schema.additionalProperties),
    }),
    ...(schema.anyOf && { anyOf: strictAll(schema.anyOf) }),
    ...(schema.oneOf && { oneOf: strictAll(schema.oneOf) }),
  };
}

const ajv = new Ajv2020({ strict: false, allowUnionTypes: true });
addFormats.default(ajv);
// A word for readers; without it, ajv says at each schema that it does not know it.
ajv.addFormat('base64', true);
ajv.addSchema({
  $id: 'document',
  components: {
    schemas: Object.fromEntries(
      Object.entries(DOCUMENT.components.schemas).map(([name, schema]) => [name, strictly(schema)]),
    ),
  },
});

const compiled = new Map<JsonSchema, ValidateFunction>();

/** What of a value does not fit a schema of the document; null where it does. */
export function findMisfit(schema: JsonSchema, value: unknown): string | null {
  let validate = compiled.get(schema);
  if (!validate) {
    validate = ajv.compile(withAbsoluteRefs(strictly(schema)));
    compiled.set(schema, validate);
  }
  return validate(value) ? null : ajv.errorsText(validate.errors, { dataVar: 'body' });
}

function withAbsoluteRefs(schema: JsonSchema): JsonSchema {
  return JSON.parse(
    JSON.stringify(schema).replaceAll('"#/components/', '"document#/components/'),
  ) as JsonSchema;
}
