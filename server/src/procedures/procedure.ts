import type { EntityManager } from '@mikro-orm/postgresql';
import { initTRPC, TRPCError } from '@trpc/server';
import superjson from 'superjson';
import { type Access, loadAccess } from '../access/access.ts';
import { AppError, ERRORS } from '../errors.ts';
import { sameSecret } from '../secrets/same-secret.ts';
import type { Services } from '../services.ts';
import { readCaller } from '../session/read-caller.ts';
import type { Session } from '../session/read-session.ts';
import { toAppError } from '../to-app-error.ts';
import { reviveInput } from './revive-input.ts';

/** What every procedure call starts from, whichever face it came through. */
export interface CallContext {
  readonly services: Services;
  readonly apikey: string | undefined;
  readonly authorization: string | undefined;
  readonly clientAddress: string;
  readonly requestId: string;
  /** Tells the log whose call it is. */
  readonly noteAccount: (accountId: string) => void;
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
  const session = await readCaller(ctx.services, ctx.authorization);
  if (!session) throw new AppError('AUTH_ERROR', 'there is no valid session');
  if (session.accountId !== null) ctx.noteAccount(session.accountId);
  const em: EntityManager = ctx.services.orm.em.fork();
  return next({ ctx: { session, em } });
});

const personsOnly = t.middleware(({ ctx, next }) => {
  if ((ctx as Partial<AccountContext>).session?.accessToken !== undefined)
    throw new AppError('FORBIDDEN', 'this needs a signed-in person: an access token is not enough');
  return next();
});

/** For anyone with a session or an access token, with or without an account: `ctx.session`, `ctx.em`. */
export const callerProcedure = t.procedure.use(appErrors).use(withApiKey).use(withSession).use(withArguments);

/** The same for signed-in persons only. */
export const personProcedure = callerProcedure.use(personsOnly);

/** For a caller working in an account: `ctx.access` as well. */
export const accountProcedure = callerProcedure.use(async ({ ctx, next }) => {
  const access = await loadAccess({ workPool: ctx.services.workPool, em: ctx.em }, ctx.session);
  return next({ ctx: { access } });
});

/**
 * The same for signed-in persons only: what decides who has access to the account. A token that has leaked can then
 * neither outlive its revocation nor lock its owners out.
 */
export const memberProcedure = accountProcedure.use(personsOnly);

/** What the body of an account procedure is given. */
export interface AccountContext extends CallContext {
  readonly session: Session;
  readonly em: EntityManager;
  readonly access: Access;
}
