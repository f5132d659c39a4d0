import { betterAuth } from 'better-auth';
import { bearer, twoFactor } from 'better-auth/plugins';
import type { Pool } from 'pg';
import { baseUrl } from '../../../settings/base-url.ts';
import type { Config } from '../../../settings/config.ts';
import type { ServiceSecrets } from '../../secrets/load-secrets.ts';
import type { PasswordHashing } from '../password-hashing.ts';
import { AUTH_BASE_PATH } from './auth-base-path.ts';
import { AUTH_TABLES, TWO_FACTOR_TABLES } from './auth-tables.ts';
import { encryptionKeys } from './encryption-keys.ts';
import type { LibraryLog } from './library-log.ts';

/** Header in which our HTTP layer passes the client's address to the library; one that a client sends is overwritten. */
export const CLIENT_ADDRESS_HEADER = 'x-tributary-client-address';

interface AuthParts {
  /** Not the ORM's pool: its type parsers would return `expiresAt` as text, and no session would ever expire. */
  pool: Pool;
  /** For the queries of our hooks. They run during the library's transactions, which may occupy all of its pool. */
  lookUps: Pool;
  config: Config;
  secrets: ServiceSecrets;
  passwords: PasswordHashing;
  logger: LibraryLog['logger'];
}

/**
 * Sign-in by e-mail and password, with signed bearer tokens. Users and sessions only: teams and roles are our own, and so
 * are the links in mails (mailed-links/), which the library would name by an address that may have another owner later.
 */
export function createAuth({ pool, lookUps, config, secrets, passwords, logger }: AuthParts) {
  return betterAuth({
    appName: 'Tributary',
    basePath: AUTH_BASE_PATH,
    // Only the origin: the library would take a path in it for the base path of sign-in.
    baseURL: originOf(config),
    // Sessions are signed with the first key; ciphertexts can be decrypted with either.
    secrets: encryptionKeys(secrets),
    database: pool,
    telemetry: { enabled: false },
    // Unexpected errors go to our own error handling; by default they go to the console, with an empty 500.
    onAPIError: { throw: true },
    logger,
    emailAndPassword: {
      enabled: true,
      minPasswordLength: 10,
      maxPasswordLength: 128,
      password: passwords,
      requireEmailVerification: config.requireVerifiedEmail,
    },
    emailVerification: { sendOnSignUp: false, sendOnSignIn: false },
    // The order matters: `bearer` must not issue a token for a session that still needs its second factor.
    plugins: [twoFactor({ schema: TWO_FACTOR_TABLES }), bearer({ requireSignature: true })],
    // We have our own, which instances share and no other spelling of a path evades: see accounts/sign-in/sign-in.ts.
    rateLimit: { enabled: false },
    advanced: {
      // Reads a session and its user in one statement, since every authenticated request waits for them.
      // That its tables are as it wants them a test sees (auth-tables.test.ts): at each start it would read all columns of
      // the database.
      database: { generateId: 'uuid', joins: true, validateSchema: false },
      ipAddress: { ipAddressHeaders: [CLIENT_ADDRESS_HEADER] },
      // It protects cookies, which never reach the library (see accounts/sign-in/sign-in.ts), and refuses clients that
      // send no Origin header.
      disableCSRFCheck: true,
      // Set explicitly, since the library's default is true in tests: callback URLs may only lead to this service.
      disableOriginCheck: false,
    },
    user: AUTH_TABLES.user,
    session: {
      ...AUTH_TABLES.session,
      additionalFields: {
        activeAccountId: { type: 'string', required: false, input: false, fieldName: 'active_account_id' },
      },
    },
    account: AUTH_TABLES.account,
    // Stored as hashes, so that read access to the database is not enough to reset a password.
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

/** The account that a new session starts in: the one the user worked in last, if they are still a member. */
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

/** Ends all other sessions of a user whose password is about to change. */
async function endOtherSessions(
  pool: Pool,
  session: { id: string; userId: string } | undefined,
): Promise<void> {
  if (!session) return;
  await pool.query('delete from auth_sessions where user_id = $1 and id <> $2', [session.userId, session.id]);
}
