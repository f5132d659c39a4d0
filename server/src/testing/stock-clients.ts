import { createClient } from '@supabase/supabase-js';
import { createTRPCClient, httpBatchLink } from '@trpc/client';
import superjson from 'superjson';
import type { AppRouter } from '../api/router.ts';
import { procedureKind } from './call-trpc.ts';
import { TEST_ANON_KEY } from './test-service.ts';

/** The totals of the last 30 days, as far as tests read them. */
interface Summary {
  readonly total_installs: number;
  readonly installs_by_model: Readonly<Record<string, number>>;
}

/** A client of the service that others wrote, used as its documentation says. Failures are thrown with their message. */
export interface StockClient {
  /** Calls a procedure. */
  call(name: string, args?: object): Promise<unknown>;
  /** Reads the analytics resource `summary`. */
  summary(): Promise<Summary>;
}

/** Builds a client for a bearer token. */
export type StockClientOf = (origin: string, token: string) => StockClient;

/** Calls over `/rest/v1/rpc`, as stock supabase-js does. */
export const supabaseClient: StockClientOf = (origin, token) => {
  const client = createClient(origin, TEST_ANON_KEY, {
    auth: { persistSession: false, autoRefreshToken: false },
    global: { headers: { authorization: `Bearer ${token}` } },
  });
  return {
    async call(name, args = {}) {
      const { data, error } = await client.rpc(name, args);
      if (error) throw new Error(error.message);
      return data;
    },
    async summary() {
      const { data, error } = await client.functions.invoke('analytics?resource=summary', { method: 'GET' });
      if (error) throw error;
      return data;
    },
  };
};

/** Calls over `/trpc`, as the stock client of tRPC does. */
export const trpcClient: StockClientOf = (origin, token) => {
  const headers = { apikey: TEST_ANON_KEY, authorization: `Bearer ${token}` };
  const client = createTRPCClient<AppRouter>({
    links: [httpBatchLink({ url: `${origin}/trpc`, transformer: superjson, headers })],
  });
  return {
    call(name, args = {}) {
      const procedure: Record<string, (args: object) => Promise<unknown>> = Reflect.get(client, name);
      return (procedure[procedureKind(name)] as (args: object) => Promise<unknown>)(args);
    },
    summary: () => client.analytics.summary.query({}),
  };
};
