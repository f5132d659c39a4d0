import type { FunctionRoute } from '../../../platform/http/function-route.ts';
import type { Credential } from '../../../platform/http/route-facts.ts';
import { FUNCTION_ROUTES } from '../../function-routes.ts';
import type { Operation } from '../operation.ts';

/** Whatever takes a session takes an access token. */
function security({ about }: FunctionRoute): Credential[][] {
  const own = about.security.map((needed) => [...needed]);
  const withToken = own.filter((needed) => needed.includes('session'));
  return [
    ...own,
    ...withToken.map((needed) => needed.map((each) => (each === 'session' ? 'accessToken' : each))),
  ];
}

export const FUNCTION_OPERATIONS: readonly Operation[] = FUNCTION_ROUTES.map((route) => {
  const { path, about, methods } = route;
  const twin = `\n\nAlso as \`/functions/v1/${path}\`.`;
  return {
    id: path.replace(/\W/g, '_'),
    method: methods.POST ? 'post' : 'get',
    path: `/v1/${path}`,
    facts: {
      ...about,
      description: about.description + twin,
      security: security(route),
      fails: ['VALIDATION_ERROR', ...about.fails],
    },
    errors: route.errorCodes ? 'withCode' : 'plain',
  };
});
