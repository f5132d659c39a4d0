import type { EntityManager } from '@mikro-orm/postgresql';
import { initTRPC, TRPCError } from '@trpc/server';
import superjson from 'superjson';
import { type Access, loadAccess } from '../../auth/access/access.ts';
import type { Session } from '../../auth/session/read-session.ts';
import { AppError, ERRORS } from '../../errors/errors.ts';
import { toAppError } from '../../errors/to-app-error.ts';
import type { Services } from '../../services.ts';
import { requireApiKey } from './admit-caller.ts';
import type { ErrorShape } from './error-shape.ts';
import type { ProcedureMeta } from './procedure-facts.ts';
import { reviveInput } from './revive-input.ts';
import type { SpooledDocument } from './spooled-document.ts';

/** The context of every procedure call, on either transport. */
export interface CallContext {
  readonly services: Services;
  readonly apikey: string | undefined;
  /** The caller's session. @throws AppError AUTH_ERROR */
  readonly readCaller: () => Promise<Session>;
  readonly clientAddress: string;
  readonly requestId: string;
  /** Adds the account to the request's log line. */
  readonly noteAccount: (accountId: string) => void;
  /** Ends when the client has left before it was answered. */
  readonly signal: AbortSignal;
  /** Has a document streamed to the client: it is part of the answer. */
  readonly noteDocument: (document: SpooledDocument) => void;
  readonly [key: string]: unknown;
}

/**
 * superjson, as clients use it. Responses are plain JSON, which it reads without annotations; it would refuse to
 * serialise one in which an account has named something `constructor`.
 */
const transformer = {
  input: { serialize: superjson.serialize, deserialize: reviveInput },
  output: {
    serialize: (answer: unknown) => (answer === undefined ? superjson.serialize(answer) : { json: answer }),
    deserialize: superjson.deserialize,
  },
};

const t = initTRPC
  .context<CallContext>()
  .meta<ProcedureMeta>()
  .create({
    transformer,
    sse: { ping: { enabled: true, intervalMs: 10_000 } },
    errorFormatter: ({ shape, error }): ErrorShape => {
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

/** Turns whatever a procedure throws into one AppError, and logs unexpected errors. */
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

/** Treats a call without arguments as one with an empty object. */
const withArguments = t.middleware(async ({ getRawInput, next }) => {
  const given = await getRawInput();
  return next({ getRawInput: async () => (given === undefined ? {} : given) });
});

const withApiKey = t.middleware(({ ctx, next }) => {
  requireApiKey(ctx.services, ctx.apikey);
  return next();
});

const withSession = t.middleware(async ({ ctx, next }) => {
  const session = await ctx.readCaller();
  if (session.accountId !== null) ctx.noteAccount(session.accountId);
  const em: EntityManager = ctx.services.orm.em.fork();
  return next({ ctx: { session, em } });
});

const usersOnly = t.middleware(({ ctx, next }) => {
  if ((ctx as Partial<AccountContext>).session?.accessToken !== undefined)
    throw new AppError('FORBIDDEN', 'this needs a signed-in user: an access token is not enough');
  return next();
});

/** For a signed-in user or an access token, with or without an account: `ctx.session`, `ctx.em`. */
export const callerProcedure = t.procedure
  .meta({ caller: 'caller' })
  .use(appErrors)
  .use(withApiKey)
  .use(withSession)
  .use(withArguments);

/** For a signed-in user who may not have an account yet: `ctx.session`, `ctx.em`. Access tokens are refused. */
export const personProcedure = callerProcedure.meta({ caller: 'person' }).use(usersOnly);

/** For a caller in an account: also `ctx.access`. */
export const accountProcedure = callerProcedure.meta({ caller: 'account' }).use(async ({ ctx, next }) => {
  const access = await loadAccess({ workPool: ctx.services.workPool, em: ctx.em }, ctx.session);
  return next({ ctx: { access } });
});

/**
 * For a signed-in user in an account. Access tokens are refused: it is for whatever decides who has access, so that a
 * leaked token can neither outlive its revocation nor lock the owners out.
 */
export const memberProcedure = accountProcedure.meta({ caller: 'member' }).use(usersOnly);

/** The context passed to the body of an account procedure. */
export interface AccountContext extends CallContext {
  readonly session: Session;
  readonly em: EntityManager;
  readonly access: Access;
}
