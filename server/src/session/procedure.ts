import { createHash, timingSafeEqual } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { initTRPC, TRPCError } from '@trpc/server';
import superjson from 'superjson';
import { AppError, ERRORS } from '../errors.ts';
import type { Services } from '../services.ts';
import { toAppError } from '../to-app-error.ts';
import { type Access, loadAccess } from './access.ts';
import { readSession, type Session } from './read-session.ts';
import { reviveInput } from './revive-input.ts';
import { writeOutput } from './write-output.ts';

/** What every procedure call starts from, whichever face it came through. */
export interface CallContext {
  readonly services: Services;
  readonly apikey: string | undefined;
  readonly authorization: string | undefined;
  readonly clientAddress: string;
  readonly requestId: string;
  readonly [key: string]: unknown;
}

const t = initTRPC.context<CallContext>().create({
  transformer: {
    input: { serialize: superjson.serialize, deserialize: reviveInput },
    output: { serialize: writeOutput, deserialize: superjson.deserialize },
  },
  errorFormatter: ({ shape, error }) => {
    const cause = error.cause instanceof AppError ? error.cause : undefined;
    return {
      message: shape.message,
      code: shape.code,
      data: {
        code: shape.data.code,
        httpStatus: shape.data.httpStatus,
        ...(cause?.feature !== undefined && { feature: cause.feature, reason: cause.code }),
      },
    };
  },
});

export const { router, createCallerFactory } = t;

/** Turns whatever a procedure throws into one AppError, and logs what nobody foresaw. */
const appErrors = t.middleware(async ({ ctx, next, path }) => {
  const result = await next();
  if (result.ok) return result;
  const error = toAppError(result.error);
  if (error.status >= 500) {
    ctx.services.log.error(
      { err: error.cause ?? error, requestId: ctx.requestId, procedure: path },
      'procedure failed',
    );
  }
  throw new TRPCError({ code: ERRORS[error.code].trpc, message: error.message, cause: error });
});

const withApiKey = t.middleware(({ ctx, next }) => {
  if (!sameSecret(ctx.apikey, ctx.services.secrets.anonKey)) {
    throw new AppError('AUTH_ERROR', 'the apikey header is missing or wrong');
  }
  return next();
});

const withSession = t.middleware(async ({ ctx, next }) => {
  const session = await readSession(ctx.services.auth, ctx.authorization);
  if (!session) throw new AppError('AUTH_ERROR', 'there is no valid session');
  const em: EntityManager = ctx.services.orm.em.fork();
  return next({ ctx: { session, em } });
});

/** For a signed-in person who may have no account yet: `ctx.session`, `ctx.em`. */
export const personProcedure = t.procedure.use(appErrors).use(withApiKey).use(withSession);

/** For a person working in an account: `ctx.access` as well. */
export const accountProcedure = personProcedure.use(async ({ ctx, next }) => {
  const access = await loadAccess({ workPool: ctx.services.workPool, em: ctx.em }, ctx.session);
  return next({ ctx: { access } });
});

/** What the body of an account procedure is given. */
export interface AccountContext extends CallContext {
  readonly session: Session;
  readonly em: EntityManager;
  readonly access: Access;
}

/** Compares without telling by its time how much was right, nor how long the secret is. */
export function sameSecret(given: string | undefined, expected: string): boolean {
  return timingSafeEqual(digest(given ?? ''), digest(expected)) && given !== undefined;
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text, 'utf8').digest();
}
