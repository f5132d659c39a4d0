import { ERRORS, type ErrorCode } from '../../platform/errors/errors.ts';
import type { ErrorShape, Operation } from './operation.ts';
import type { JsonSchema, SharedSchemas } from './schemas/json-schema.ts';

/** What each failure means to a caller; the table of failures is errors.ts. */
const MEANS: Readonly<Record<ErrorCode, string>> = {
  VALIDATION_ERROR: 'Something is missing, malformed or unknown; the message names it.',
  AUTH_ERROR: 'What proves who calls is missing or wrong.',
  FORBIDDEN: 'The caller may not do this: the role, the account or the kind of token is not enough.',
  FEATURE_NOT_AVAILABLE: 'The plan lacks the feature that the body names.',
  NOT_FOUND: 'There is no such thing in the account.',
  METHOD_NOT_ALLOWED: 'Another method is needed.',
  REQUEST_TIMEOUT: 'The body arrived too slowly.',
  CONFLICT: 'The state of things does not allow it; the message says why.',
  PAYLOAD_TOO_LARGE: 'The body is too large.',
  UNSUPPORTED_MEDIA_TYPE: 'The content type or encoding is not taken.',
  RATE_LIMIT: 'Too many requests: try again after `Retry-After` seconds.',
  INTERNAL_ERROR: 'The service failed: try again later.',
  OVERLOADED: 'The service is busy or its database is away: try again after `Retry-After` seconds.',
};

const text = (description: string): JsonSchema => ({ type: 'string', description });
const error = text('What is wrong, in a sentence.');
const message = text('The same sentence, where some clients read it.');
const code = text('A machine-readable code, such as `VALIDATION_ERROR`.');
const object = (properties: Record<string, JsonSchema>, required: readonly string[]): JsonSchema => ({
  type: 'object',
  properties,
  required,
});

/** The bodies of failures, as components of the document. */
export const FAILURE_SCHEMAS: SharedSchemas = {
  Error: object({ error }, ['error']),
  ErrorWithMessage: object({ error, message }, ['error', 'message']),
  ErrorWithCode: object({ error, code }, ['error', 'code']),
  SignatureError: object(
    {
      error,
      server_timestamp: {
        type: 'integer',
        description: 'The service’s time, Unix ms, where that of the signature is too far from it.',
      },
    },
    ['error'],
  ),
  SignInError: object({ error, message, code: text('The sign-in library’s own code.') }, [
    'error',
    'message',
  ]),
  FeatureNotAvailable: object(
    {
      error,
      message,
      code: { const: 'FEATURE_NOT_AVAILABLE', description: 'The code of a plan’s gate.' },
      feature: text('The feature that is missing.'),
    },
    ['error', 'code', 'feature'],
  ),
};

const SCHEMA_OF: Readonly<Record<ErrorShape, string>> = {
  plain: 'Error',
  withMessage: 'ErrorWithMessage',
  withCode: 'ErrorWithCode',
  signIn: 'SignInError',
};

/** Every status that an operation can fail with. A method that is not there is not listed as a 405. */
export function failuresOf({ method, facts, errors }: Operation): Record<string, object> {
  const { query, fails, pages, security } = facts;
  // A signature of an event is the event's own: its result says whether it is wrong.
  const proves = security.flat().some((credential) => credential !== 'eventSignature');
  const isSigned = security.flat().includes('eventSignature');
  const codes = new Set<ErrorCode>([
    // First, as who calls is looked at before what is asked.
    ...(proves ? (['AUTH_ERROR'] as const) : []),
    ...fails,
    ...(query ? (['VALIDATION_ERROR'] as const) : []),
    ...(method === 'post'
      ? (['VALIDATION_ERROR', 'REQUEST_TIMEOUT', 'PAYLOAD_TOO_LARGE', 'RATE_LIMIT'] as const)
      : []),
    'INTERNAL_ERROR',
    'OVERLOADED',
  ]);
  const byStatus = Map.groupBy(codes, (each) => ERRORS[each].status);
  return Object.fromEntries(
    [...byStatus].map(([status, group]) => [
      status,
      toResponse(group, pages?.includes(status) ?? false, (each) => {
        if (each === 'FEATURE_NOT_AVAILABLE') return 'FeatureNotAvailable';
        return each === 'AUTH_ERROR' && isSigned ? 'SignatureError' : SCHEMA_OF[errors];
      }),
    ]),
  );
}

function toResponse(
  codes: readonly ErrorCode[],
  page: boolean,
  schemaOf: (code: ErrorCode) => string,
): object {
  const refs = codes.map((each) => ({ $ref: `#/components/schemas/${schemaOf(each)}` }));
  const waits = codes.includes('RATE_LIMIT') || codes.includes('OVERLOADED');
  return {
    description: codes.map((each) => MEANS[each]).join(' Or: '),
    ...(waits && {
      headers: { 'Retry-After': { description: 'In seconds.', schema: { type: 'integer', minimum: 0 } } },
    }),
    content: {
      'application/json': { schema: refs.length === 1 ? refs[0] : { anyOf: refs } },
      ...(page && { 'text/html': { schema: { type: 'string' } } }),
    },
  };
}
