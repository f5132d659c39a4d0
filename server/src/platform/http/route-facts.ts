import { z } from 'zod';
import type { OperationFacts } from './procedures/procedure-facts.ts';

/** What proves who calls; each is a security scheme of the document. */
export type Credential =
  | 'session'
  | 'accessToken'
  | 'apikey'
  | 'sdkKey'
  | 'eventSignature'
  | 'providerSignature'
  | 'metricsToken';

/** What an operation answers with one status. */
export interface AnswerFacts {
  readonly means: string;
  /** By media type; without it the answer has no body. */
  readonly content?: Readonly<Record<string, z.ZodType>>;
}

/** What the reference says of an endpoint. */
export interface RouteFacts extends OperationFacts {
  /** Any one of these is enough; each lists what it takes. None: nobody has to prove anything. */
  readonly security: readonly (readonly Credential[])[];
  /** The parts of a path that are in braces, each with what it is. */
  readonly path?: Readonly<Record<string, z.ZodType>>;
  readonly query?: z.ZodObject;
  /** By media type. */
  readonly body?: Readonly<Record<string, z.ZodType>>;
  /** A body that it takes, or the query that it takes, for readers to start from. */
  readonly example?: { readonly query?: Readonly<Record<string, unknown>>; readonly body?: unknown };
  /** What it answers where it does not fail, by status. */
  readonly answers: Readonly<Record<number, AnswerFacts>>;
  /** Whether every answer that is a failure has a page for people instead of JSON, by status. */
  readonly pages?: readonly number[];
}

/** The usual answer: JSON, with status 200. */
export function answersJson(schema: z.ZodType, means = 'The answer.'): RouteFacts['answers'] {
  return { 200: { means, content: { 'application/json': schema } } };
}

/** The answer while an install is not decided. */
export const PENDING: AnswerFacts = {
  means: 'It is not decided yet: ask again later.',
  content: { 'application/json': z.object({ status: z.literal('pending') }) },
};
