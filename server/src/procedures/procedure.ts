import { createHash, timingSafeEqual } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { initTRPC, TRPCError } from '@trpc/server';
import superjson from 'superjson';
import { type Access, loadAccess } from '../access/access.ts';
import { AppError, ERRORS } from '../errors.ts';
import type { Services } from '../services.ts';
import { readSession, type Session } from '../session/read-session.ts';
import { toAppError } from '../to-app-error.ts';
import { reviveInput } from './revive-input.ts';
import type { SpooledDocument } from './spooled-document.ts';

/** What every procedure call starts from, whichever face it came through. */
export interface CallContext {
  readonly services: Services;
  readonly apikey: string | undefined;
  readonly authorization: string | undefined;
  readonly clientAddress: string;
  readonly requestId: string;
  /** Tells the log whose call it is. */
  readonly noteAccount: (accountId: string) => void;
  /** Ends when the client has left before it was answered. */
  readonly signal: AbortSignal;
  /** Has a document streamed to the client: it is part of the answer. */
  readonly noteDocument: (document: SpooledDocument) => void;
  readonly [key: string]: unknown;
}

/**
 * superjson, as clients speak it. Answers are JSON as they are, which it reads without being told more; it would refuse
 * to write one where an account has called something `constructor`.
 */
const transformer = {
  input: { serialize: superjson.serialize, deserialize: reviveInput },
  output: {
    serialize: (answer: unknown) => (answer === undefined ? superjson.serialize(answer) : { json: answer }),
    deserialize: superjson.deserialize,
  },
};

const t = initTRPC.context<CallContext>().create({
  transformer,
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

/** A call without arguments is one with none: all may be left out where each may. */
const withArguments = t.middleware(async ({ getRawInput, next }) => {
  const given = await getRawInput();
  return next({ getRawInput: async () => (given === undefined ? {} : given) });
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
  if (session.accountId !== null) ctx.noteAccount(session.accountId);
  const em: EntityManager = ctx.services.orm.em.fork();
  return next({ ctx: { session, em } });
});

/** For a signed-in person who may have no account yet: `ctx.session`, `ctx.em`. */
export const personProcedure = t.procedure.use(appErrors).use(withApiKey).use(withSession).use(withArguments);

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
