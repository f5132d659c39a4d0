import { createTRPCClient, httpLink, TRPCClientError } from '@trpc/client';
import superjson from 'superjson';
import { type AppRouter, appRouter } from '../api/router.ts';
import type { TestService } from './test-service.ts';

/** The result of a tRPC call: `data` if it succeeded, `message` if it failed. */
export interface TrpcAnswer {
  readonly status: number;
  readonly data?: unknown;
  readonly message?: string;
}

/** Calls a procedure by its path (`list_apps`, `analytics.summary`) with stock `@trpc/client`. */
export async function callTrpc(
  service: TestService,
  path: string,
  args: unknown,
  headers: Record<string, string>,
): Promise<TrpcAnswer> {
  let status = 0;
  const client = createTRPCClient<AppRouter>({
    links: [
      httpLink({
        url: 'http://service.test/trpc',
        transformer: superjson,
        headers,
        fetch: async (url, init) => {
          const response = await service.request(
            String(url).replace('http://service.test', ''),
            init as RequestInit,
          );
          status = response.status;
          return response;
        },
      }),
    ],
  });
  const procedure = path.split('.').reduce<object>((part, name) => Reflect.get(part, name), client);
  const call = Reflect.get(procedure, procedureKind(path)) as (input: unknown) => Promise<unknown>;
  try {
    return { data: await call(args), status };
  } catch (error) {
    if (!(error instanceof TRPCClientError)) throw error;
    return { message: error.message, status };
  }
}

/** Whether a procedure, by its path, is read or called to change something. */
export function procedureKind(path: string): 'query' | 'mutate' {
  const { type } = Reflect.get(Reflect.get(appRouter._def.procedures, path), '_def');
  return type === 'query' ? 'query' : 'mutate';
}
