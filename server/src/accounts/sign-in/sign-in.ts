import type { Context, Hono } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { AUTH_BASE_PATH } from '../../platform/auth/session/library/auth-base-path.ts';
import { bearerToken } from '../../platform/auth/session/read-session.ts';
import { AppError } from '../../platform/errors/errors.ts';
import { toAppError } from '../../platform/errors/to-app-error.ts';
import { renderError } from '../../platform/http/answers/render-error.ts';
import type { AppEnv } from '../../platform/http/function-route.ts';
import { answerAhead, asksAhead } from '../../platform/http/requests/asks-ahead.ts';
import { readJsonObject } from '../../platform/http/requests/read-body.ts';
import { requirePerson } from '../../platform/http/requests/require-session.ts';
import { addressKey } from '../../platform/limits/address-key.ts';
import type { Services } from '../../platform/services.ts';
import { askSignInLibrary, type LibraryAnswer, type LibraryRequest } from './ask-sign-in-library.ts';
import { mailTarget } from './mail-target.ts';
import { ADDRESS_PARAMETERS, SIGN_IN_ENDPOINTS, type SignInEndpoint } from './sign-in-endpoints.ts';

/** Names, addresses and passwords are short. */
const BODY_LIMIT = 16_384;
/** The library's headers that are passed on. No cookies: a session is a bearer token and nothing else. */
const HEADERS = ['location', 'set-auth-token', 'access-control-expose-headers'];

/**
 * Mounts the supported endpoints of the sign-in library; no others are reachable. Another site cannot act on behalf of
 * a signed-in user, since cookies are neither set nor accepted.
 */
export function mountSignIn(app: Hono<AppEnv>, services: Services): void {
  for (const endpoint of SIGN_IN_ENDPOINTS) {
    app.all(AUTH_BASE_PATH + endpoint.path, async (c) => {
      try {
        requireMethod(c, endpoint.method);
        if (endpoint.mailed && asksAhead(c)) return answerAhead(c);
        return render(c, await answer(c, endpoint, services));
      } catch (thrown) {
        const error = toAppError(thrown);
        if (error.status >= 500) {
          services.log.error({ err: error.cause ?? error, requestId: c.get('requestId') }, 'sign-in failed');
        }
        return renderError(c, error, { message: true });
      }
    });
  }
}

/** Limits first, then authentication, then validation: a stranger's request costs no more than necessary. */
async function answer(
  c: Context<AppEnv>,
  endpoint: SignInEndpoint,
  services: Services,
): Promise<LibraryAnswer> {
  const { signInRequestsPerAddress, passwordsPerAddress } = services.limits;
  const address = addressKey(c.get('clientAddress'));
  await signInRequestsPerAddress.consume(address);
  if (endpoint.password) await passwordsPerAddress.consume(address);
  const session = endpoint.signedIn ? await requirePerson(c, services) : undefined;
  const request = await toLibraryRequest(c, endpoint, services);
  const ask = () => askSignInLibrary(services, request);
  return services.passwords.forAddress(address, async () =>
    endpoint.guard ? endpoint.guard({ services, request, session, ask }) : ask(),
  );
}

function requireMethod(c: Context<AppEnv>, method: SignInEndpoint['method']): void {
  const given = c.req.method;
  if (given === method || (given === 'HEAD' && method === 'GET')) return;
  c.header('Allow', method === 'GET' ? 'GET, HEAD' : method);
  throw new AppError('METHOD_NOT_ALLOWED', `${given} is not allowed here`);
}

async function toLibraryRequest(
  c: Context<AppEnv>,
  endpoint: SignInEndpoint,
  services: Services,
): Promise<LibraryRequest> {
  const authorization = c.req.header('authorization');
  const given = endpoint.method === 'POST' ? await readJsonObject(c, BODY_LIMIT) : {};
  const { token = '' } = endpoint.params?.parse(c.req.param()) ?? {};
  const { twoFactorToken, ...body }: { twoFactorToken?: string } = endpoint.body?.parse(given) ?? {};
  return {
    method: endpoint.method,
    isHead: c.req.method === 'HEAD',
    path: endpoint.path.replace(':token', token),
    pathToken: token,
    query: await withTargets(services, endpoint.query?.parse(c.req.query()) ?? {}),
    body: await withTargets(services, body),
    twoFactorToken,
    authorization: bearerToken(authorization) === undefined ? undefined : authorization,
    hasAuthorization: authorization !== undefined,
    userAgent: c.req.header('user-agent'),
    clientAddress: c.get('clientAddress'),
  };
}

/** Every parameter that names an address names one that mails may lead to, and is passed on in full. */
async function withTargets<Given extends object>(services: Services, given: Given): Promise<Given> {
  const targets: Record<string, string> = {};
  for (const [name, value] of Object.entries(given))
    if (ADDRESS_PARAMETERS.includes(name) && typeof value === 'string')
      targets[name] = await mailTarget(services, name, value);
  return { ...given, ...targets };
}

/** Errors have our usual shape as well as the library's, which its clients read. */
function render(c: Context<AppEnv>, { status, headers, body }: LibraryAnswer): Response {
  c.header('Cache-Control', 'no-store');
  for (const name of HEADERS) {
    const value = headers.get(name);
    if (value !== null) c.header(name, value);
  }
  if (status >= 300 && status < 400) return c.body(null, status as 302);
  if (status < 400) return c.json(body, status as ContentfulStatusCode);
  const message = messageOf(body);
  return c.json({ ...(body as object), error: message, message }, status as ContentfulStatusCode);
}

function messageOf(body: unknown): string {
  const said = typeof body === 'object' && body !== null && 'message' in body ? body.message : undefined;
  return typeof said === 'string' && said !== '' ? said : 'the request was refused';
}
