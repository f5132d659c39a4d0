import { betterAuth } from 'better-auth';
import { bearer, twoFactor } from 'better-auth/plugins';
import type { Pool } from 'pg';
import type { Config } from '../config.ts';
import { baseUrl } from '../http/base-url.ts';
import type { ServiceSecrets } from '../secrets/load-secrets.ts';
import { encryptionKeys } from './auth-secrets.ts';
import { AUTH_TABLES, TWO_FACTOR_TABLES } from './auth-tables.ts';
import type { LibraryLog } from './library-log.ts';
import type { PasswordHashing } from './password-hashing.ts';
import type { SignInMails } from './sign-in-mails.ts';

/** The header in which our HTTP layer names the requester to the sign-in library; a client's own is overwritten. */
export const CLIENT_ADDRESS_HEADER = 'x-tributary-client-address';

/** Where sign-in lives; everything below it belongs to the library. */
export const AUTH_BASE_PATH = '/api/auth';

/** How long a link in a mail works. */
const RESET_SECONDS = 3600;
const VERIFY_SECONDS = 86_400;

interface AuthParts {
  /** A pool of its own: the ORM's type parsers would turn `expiresAt` into text, and no session would ever expire. */
  pool: Pool;
  /** For what our hooks ask in the middle of a sign-in: its own transactions could use up the library's pool. */
  lookUps: Pool;
  config: Config;
  secrets: ServiceSecrets;
  passwords: PasswordHashing;
  logger: LibraryLog['logger'];
  mails: SignInMails;
}

/** Sign-in by e-mail and password, with signed bearer tokens. Identity and sessions only: teams and roles are ours. */
export function createAuth({ pool, lookUps, config, secrets, passwords, logger, mails }: AuthParts) {
  return betterAuth({
    appName: 'Tributary',
    basePath: AUTH_BASE_PATH,
    // The origin alone: a path in it would be taken for the path of sign-in.
    baseURL: originOf(config),
    // Sessions are signed with the first; what is encrypted opens with either.
    secrets: encryptionKeys(secrets),
    database: pool,
    telemetry: { enabled: false },
    // Unforeseen errors reach our own handling, instead of the console and an empty 500.
    onAPIError: { throw: true },
    logger,
    emailAndPassword: {
      enabled: true,
      minPasswordLength: 10,
      maxPasswordLength: 128,
      password: passwords,
      revokeSessionsOnPasswordReset: true,
      requireEmailVerification: config.requireVerifiedEmail,
      resetPasswordTokenExpiresIn: RESET_SECONDS,
      sendResetPassword: async (reset) => mails.resetPassword(reset),
    },
    emailVerification: {
      sendOnSignUp: config.requireVerifiedEmail,
      sendOnSignIn: config.requireVerifiedEmail,
      expiresIn: VERIFY_SECONDS,
      sendVerificationEmail: async (verification) => mails.verifyAddress(verification),
    },
    // In this order: no token goes out for a session that waits for its second factor.
    plugins: [twoFactor({ schema: TWO_FACTOR_TABLES }), bearer({ requireSignature: true })],
    // Ours are shared between instances, and know no second spelling of a path: see http/sign-in/sign-in.ts.
    rateLimit: { enabled: false },
    advanced: {
      // A session and its person in one statement: each request of a signed-in person waits for them.
      database: { generateId: 'uuid', joins: true },
      ipAddress: { ipAddressHeaders: [CLIENT_ADDRESS_HEADER] },
      // Its guard is for cookies, which never reach it (see http/sign-in/sign-in.ts), and refuses clients that send no Origin.
      disableCSRFCheck: true,
      // Said, since the library takes it for true while it is tested: a callback URL leads to ourselves or nowhere.
      disableOriginCheck: false,
    },
    user: {
      ...AUTH_TABLES.user,
      changeEmail: {
        enabled: true,
        sendChangeEmailConfirmation: async (change) => mails.confirmChange(change),
      },
    },
    session: {
      ...AUTH_TABLES.session,
      additionalFields: {
        activeAccountId: { type: 'string', required: false, input: false, fieldName: 'active_account_id' },
      },
    },
    account: AUTH_TABLES.account,
    // Whoever reads the database finds nothing that resets a password.
    verification: { ...AUTH_TABLES.verification, storeIdentifier: 'hashed' },
    databaseHooks: {
      account: {
        update: {
          before: async ({ password }, context) => {
            if (password) await endOtherSessions(lookUps, context?.context.session?.session);
          },
        },
      },
      session: {
        create: {
          before: async (session) => ({
            data: { ...session, activeAccountId: await accountOfLastSession(lookUps, session.userId) },
          }),
        },
      },
    },
  });
}

export type Auth = ReturnType<typeof createAuth>;

function originOf(config: Config): string {
  return new URL(baseUrl(config)).origin;
}

/** A new session goes on in the account that the person used last, as long as they still belong to it. */
async function accountOfLastSession(pool: Pool, userId: string): Promise<string | null> {
  const { rows } = await pool.query<{ customer_id: string }>(
    `select m.customer_id from team_members m
     left join auth_sessions s on s.user_id = m.user_id and s.active_account_id = m.customer_id::text
     where m.user_id = $1
     order by s.updated_at desc nulls last, m.created_at
     limit 1`,
    [userId],
  );
  return rows[0]?.customer_id ?? null;
}

/** Before a person's password changes, every other session that used the old one ends. */
async function endOtherSessions(
  pool: Pool,
  session: { id: string; userId: string } | undefined,
): Promise<void> {
  if (!session) return;
  await pool.query('delete from auth_sessions where user_id = $1 and id <> $2', [session.userId, session.id]);
}
