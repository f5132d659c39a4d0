import { z } from 'zod';
import {
  ADDRESS_PARAMETERS,
  SIGN_IN_ENDPOINTS,
  type SignInEndpoint,
} from '../../../accounts/sign-in/sign-in-endpoints.ts';
import { SIGN_IN_FACTS } from '../../../accounts/sign-in/sign-in-facts.ts';
import { AUTH_BASE_PATH } from '../../../platform/auth/session/library/auth-base-path.ts';
import type { ErrorCode } from '../../../platform/errors/errors.ts';
import type { RouteFacts } from '../../../platform/http/route-facts.ts';
import type { Operation } from '../operation.ts';

const refusal = z.looseObject({
  error: z.string(),
  message: z.string(),
  code: z.string().optional().describe('The sign-in library’s own code.'),
});

const namesAddress = ({ query, body }: SignInEndpoint) =>
  [query, body].some(
    (type) =>
      type instanceof z.ZodObject && ADDRESS_PARAMETERS.some((name) => Object.hasOwn(type.shape, name)),
  );

const REDIRECT = { means: 'To `callbackURL`, or to the service’s own page.' };

function factsOf(endpoint: SignInEndpoint): RouteFacts {
  const said = SIGN_IN_FACTS[endpoint.path];
  if (!said) throw new Error(`sign-in-facts.ts says nothing of ${endpoint.path}`);
  const { path, query, body, signedIn } = endpoint;
  const fails: ErrorCode[] = ['VALIDATION_ERROR', 'RATE_LIMIT', ...(said.fails ?? [])];
  // An address that no mail leads to.
  if (namesAddress(endpoint)) fails.push('FORBIDDEN');
  const refusals = Object.entries(said.refusals ?? {}).map(([status, means]) => [
    status,
    { means, content: { 'application/json': refusal } },
  ]);
  return {
    tag: 'sign-in',
    summary: said.summary,
    description: `${said.description} Sign-in is limited by address; access tokens are refused.`,
    security: signedIn ? [['session']] : path === '/get-session' ? [[], ['session']] : [],
    ...(endpoint.params && { path: { token: z.string().describe('The token of the mail.') } }),
    ...(query instanceof z.ZodObject && { query }),
    ...(body && { body: { 'application/json': body } }),
    answers: {
      ...(said.answer && { 200: { means: 'Done.', content: { 'application/json': said.answer } } }),
      ...(query && { 302: REDIRECT }),
      ...Object.fromEntries(refusals),
    },
    fails,
  };
}

export const SIGN_IN_OPERATIONS: readonly Operation[] = SIGN_IN_ENDPOINTS.map((endpoint) => ({
  id: `auth${endpoint.path.replace(':token', 'link').replace(/\W+/g, '_')}`,
  method: endpoint.method === 'GET' ? 'get' : 'post',
  path: AUTH_BASE_PATH + endpoint.path.replace(/:(\w+)/g, '{$1}'),
  facts: factsOf(endpoint),
  errors: 'signIn',
  shows: ['name'],
}));
