import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { toServiceError } from '../http/service-error.ts';

const LONGEST_WAIT_MS = 10_000;
const FRESH_MS = 30_000;

/**
 * The cache of what was read. A lost service is asked again until it answers; what it refused is not.
 *
 * @param onSessionLost called when a request was refused for want of a session
 */
export function createQueries(onSessionLost: () => void): QueryClient {
  const onError = (error: unknown) => {
    if (toServiceError(error).status === 401) onSessionLost();
  };
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        staleTime: FRESH_MS,
        networkMode: 'always',
        retry: (failures, error) => {
          const { status } = toServiceError(error);
          return status === 0 || ((status === 502 || status === 503 || status === 429) && failures < 5);
        },
        retryDelay: (failures) => Math.min(LONGEST_WAIT_MS, 500 * 2 ** failures),
      },
      mutations: { networkMode: 'always' },
    },
  });
}
