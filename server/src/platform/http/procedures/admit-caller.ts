import { sameSecret } from '../../auth/secrets/same-secret.ts';
import { readCaller } from '../../auth/session/read-caller.ts';
import type { Session } from '../../auth/session/read-session.ts';
import { AppError } from '../../errors/errors.ts';
import type { Services } from '../../services.ts';

interface Credentials {
  readonly apikey: string | undefined;
  readonly authorization: string | undefined;
}

/** What a request's headers say of its caller: read before its body is, so that a stranger's body never is. */
export type Admission =
  | {
      readonly admitted: true;
      readonly session: Session;
      /** On the monotonic clock, ms. */
      readonly at: number;
    }
  | { readonly admitted: false; readonly error: unknown };

/** A session that was read longer ago is read again: it may have been revoked while the body arrived. */
const MAX_AGE_MS = 1000;

/** Looks at the caller before the body is read; what refuses them is kept for the answer. Never throws. */
export async function admitCaller(services: Services, credentials: Credentials): Promise<Admission> {
  const at = performance.now();
  try {
    requireApiKey(services, credentials.apikey);
    return { admitted: true, session: await requireCaller(services, credentials.authorization), at };
  } catch (error) {
    return { admitted: false, error };
  }
}

/** @throws AppError AUTH_ERROR */
export function requireApiKey({ secrets }: Services, apikey: string | undefined): void {
  if (!sameSecret(apikey, secrets.anonKey))
    throw new AppError('AUTH_ERROR', 'the apikey header is missing or wrong');
}

/**
 * How the calls of a request learn of their session. The first has that of the admission, each other one in the batch
 * reads it for itself. Who was refused before the body was read stays refused.
 */
export function callerReader(
  services: Services,
  authorization: string | undefined,
  admission?: Admission,
): () => Promise<Session> {
  let known = admission;
  return async () => {
    if (known?.admitted === false) throw known.error;
    const fresh = known && performance.now() - known.at < MAX_AGE_MS ? known.session : undefined;
    known = undefined;
    return fresh ?? requireCaller(services, authorization);
  };
}

async function requireCaller(services: Services, authorization: string | undefined): Promise<Session> {
  const session = await readCaller(services, authorization);
  if (!session) throw new AppError('AUTH_ERROR', 'there is no valid session');
  return session;
}
