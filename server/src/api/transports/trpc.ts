import { trpcServer } from '@hono/trpc-server';
import type { Context, Hono, Next } from 'hono';
import { AppError } from '../../platform/errors/errors.ts';
import type { AppEnv } from '../../platform/http/function-route.ts';
import { admitCaller } from '../../platform/http/procedures/admit-caller.ts';
import { MAX_CALL_BYTES, readBody } from '../../platform/http/requests/read-body.ts';
import type { Services } from '../../platform/services.ts';
import { appRouter } from '../router.ts';
import { callContext, credentialsOf } from './call-context.ts';
import { MAX_BATCH } from './max-batch.ts';
import { withDocuments } from './stream-documents.ts';

/** The typed transport of the procedures, for `@trpc/client` with superjson. */
export function mountTrpc(app: Hono<AppEnv>, services: Services): void {
  app.use(
    '/trpc/*',
    (c, next) => readWholeBody(c, services, next),
    streamDocuments,
    trpcServer({
      endpoint: '/trpc',
      router: appRouter,
      maxBatchSize: MAX_BATCH,
      // A query whose arguments do not fit into an address, such as an event to check, may be posted.
      allowMethodOverride: true,
      onError: ({ error, path }) => {
        // Procedures log their own failures; this logs failures around them, in reading or writing a body.
        if (error.code === 'INTERNAL_SERVER_ERROR' && !(error.cause instanceof AppError)) {
          services.log.error({ err: error, procedure: path }, 'tRPC call failed');
        }
      },
      // Some answers hold a secret that is shown once, and all are of one account.
      responseMeta: ({ errors }) => ({
        headers: { 'Cache-Control': 'no-store', ...retryAfter(errors.map(({ cause }) => cause)) },
      }),
      createContext: (_opts, c) => ({ ...callContext(c, services, c.get('admission')) }),
    }),
  );
}

/**
 * Reads the body before the library handles the request: the library leaves it unread if there is no session or there
 * are too many calls, and the connection would be cut together with the next request on it. The body of a caller who is
 * not admitted is not read at all: the library gets none, and the procedures refuse it.
 */
async function readWholeBody(c: Context<AppEnv>, services: Services, next: Next): Promise<void> {
  const { raw } = c.req;
  if (raw.method === 'POST') {
    const admission = await admitCaller(services, credentialsOf(c));
    c.set('admission', admission);
    const body = admission.admitted ? Uint8Array.from(await readBody(c, MAX_CALL_BYTES)) : null;
    c.req.raw = new Request(raw.url, { method: raw.method, headers: raw.headers, body, signal: raw.signal });
  }
  await next();
}

/** The library writes answers as a whole: documents are put in afterwards. */
async function streamDocuments(c: Context<AppEnv>, next: Next): Promise<void> {
  await next();
  const asked = c.req.header('trpc-accept') ?? c.req.header('accept') ?? '';
  const byLine = asked.includes('application/jsonl');
  c.res = await withDocuments(c.res, () => c.get('documents') ?? [], byLine);
}

/** A Retry-After header with the longest wait of the causes, if any has one. */
function retryAfter(causes: readonly (Error | undefined)[]): Record<string, string> {
  const seconds = causes.map((cause) => (cause instanceof AppError ? (cause.retryAfter ?? 0) : 0));
  const longest = Math.max(0, ...seconds);
  return longest > 0 ? { 'Retry-After': String(longest) } : {};
}
