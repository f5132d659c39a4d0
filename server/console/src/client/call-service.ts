import { createTRPCUntypedClient, httpBatchLink } from '@trpc/client';
import superjson from 'superjson';
import type { AppRouter } from '../../../src/api/router.ts';
import type { MAX_BATCH } from '../../../src/api/transports/max-batch.ts';
import { reachService } from '../http/reach-service.ts';
import { toChangeError, toServiceError } from '../http/service-error.ts';
import { SERVICE_PATH } from '../http/service-path.ts';
import { credentials } from '../session/session.ts';
import type { ChangeName, InputOf, OutputOf, ReadName } from './procedures.ts';

/** As many calls as the service takes in one request: the compiler compares them. */
const MOST_CALLS: typeof MAX_BATCH = 20;

const client = createTRPCUntypedClient<AppRouter>({
  links: [
    httpBatchLink({
      url: `${SERVICE_PATH}/trpc`,
      transformer: superjson,
      headers: credentials,
      maxItems: MOST_CALLS,
      // Arguments in an address would be in the logs of proxies.
      methodOverride: 'POST',
      fetch: (url, init) => reachService(String(url).slice(SERVICE_PATH.length), init as RequestInit),
    }),
  ],
});

/** Reads by a procedure. @throws ServiceError */
export async function read<Name extends ReadName>(
  name: Name,
  input: InputOf<Name>,
  signal?: AbortSignal,
): Promise<OutputOf<Name>> {
  return (await client.query(name, input, { ...(signal && { signal }) }).catch(fail)) as OutputOf<Name>;
}

/** Changes something by a procedure. @throws ServiceError */
export async function change<Name extends ChangeName>(
  name: Name,
  input: InputOf<Name>,
): Promise<OutputOf<Name>> {
  const made = client.mutation(name, input).catch((error) => {
    throw toChangeError(error);
  });
  return (await made) as OutputOf<Name>;
}

function fail(error: unknown): never {
  throw toServiceError(error);
}
