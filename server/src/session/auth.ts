import { hkdfSync } from 'node:crypto';
import { betterAuth } from 'better-auth';
import { bearer } from 'better-auth/plugins';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import type { ServiceSecrets } from '../secrets/load-secrets.ts';

/** The header in which our HTTP layer tells the sign-in library whose request it is; a client's own is overwritten. */
export const CLIENT_ADDRESS_HEADER = 'x-tributary-client-address';

/** Where sign-in lives; everything below it belongs to the library. */
export const AUTH_BASE_PATH = '/api/auth';

interface AuthParts {
  /** A pool of its own: the ORM's type parsers would turn `expiresAt` into text, and no session would ever expire. */
  pool: Pool;
  /** For what our hooks ask in the middle of a sign-up: its own transactions could use up the library's pool. */
  lookUps: Pool;
  config: Config;
  secrets: ServiceSecrets;
  log: Logger;
}

/** Sign-in by e-mail and password, with signed bearer tokens. Identity and sessions only: teams and roles are ours. */
export function createAuth({ pool, lookUps, config, secrets, log }: AuthParts) {
  return betterAuth({
    appName: 'Tributary',
    basePath: AUTH_BASE_PATH,
    baseURL: config.publicUrl ?? `http://${config.host}:${config.port}`,
    secret: sessionSecret(secrets.serviceSecret),
    database: pool,
    telemetry: { enabled: false },
    // What nobody foresaw reaches our own handling, instead of the console and an empty 500.
    onAPIError: { throw: true },
    logger: { log: (level, message) => log[level]({ source: 'sign-in' }, message) },
    trustedOrigins: config.publicUrl === undefined ? [] : [new URL(config.publicUrl).origin],
    emailAndPassword: { enabled: true, minPasswordLength: 10, maxPasswordLength: 128 },
    plugins: [bearer({ requireSignature: true })],
    rateLimit: { enabled: true, storage: 'memory' },
    advanced: {
      // A session and its person in one statement: each request of a signed-in person waits for them.
      database: { generateId: 'uuid', joins: true },
      ipAddress: { ipAddressHeaders: [CLIENT_ADDRESS_HEADER] },
      // Its guard is for cookies, which never reach it (see http/sign-in.ts), and refuses clients that send no Origin.
      disableCSRFCheck: true,
    },
    user: {
      modelName: 'auth_users',
      fields: { emailVerified: 'email_verified', createdAt: 'created_at', updatedAt: 'updated_at' },
      validateUserInfo: async ({ source }) =>
        source.action === 'create-user' && !(await maySignUp(lookUps, config.signUp))
          ? { error: 'sign-up is not open here; ask for an invitation' }
          : undefined,
    },
    session: {
      modelName: 'auth_sessions',
      fields: {
        expiresAt: 'expires_at',
        createdAt: 'created_at',
        updatedAt: 'updated_at',
        ipAddress: 'ip_address',
        userAgent: 'user_agent',
        userId: 'user_id',
      },
      additionalFields: {
        activeAccountId: { type: 'string', required: false, input: false, fieldName: 'active_account_id' },
      },
    },
    account: {
      modelName: 'auth_credentials',
      fields: {
        accountId: 'account_id',
        providerId: 'provider_id',
        userId: 'user_id',
        accessToken: 'access_token',
        refreshToken: 'refresh_token',
        idToken: 'id_token',
        accessTokenExpiresAt: 'access_token_expires_at',
        refreshTokenExpiresAt: 'refresh_token_expires_at',
        createdAt: 'created_at',
        updatedAt: 'updated_at',
      },
    },
    verification: {
      modelName: 'auth_verifications',
      fields: { expiresAt: 'expires_at', createdAt: 'created_at', updatedAt: 'updated_at' },
    },
    databaseHooks: {
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

function sessionSecret(serviceSecret: string): string {
  return Buffer.from(hkdfSync('sha256', serviceSecret, '', 'tributary sessions', 32)).toString('hex');
}

/** The first person may always come in: somebody has to own the place. */
async function maySignUp(pool: Pool, mode: Config['signUp']): Promise<boolean> {
  if (mode === 'open') return true;
  if (mode === 'closed') return false;
  const { rows } = await pool.query<{ someone: boolean }>(
    'select exists (select from auth_users) as someone',
  );
  return rows[0]?.someone === false && (await claimFirstPlace(pool));
}

/**
 * Of several who come at once, one takes the first person's place. Where nothing comes of it (a password that is
 * refused, a crash) it is free again after a while.
 */
async function claimFirstPlace(pool: Pool): Promise<boolean> {
  const { rowCount } = await pool.query(
    `insert into auth_first_place (id, claimed_at) values (true, now())
     on conflict (id) do update set claimed_at = excluded.claimed_at
     where auth_first_place.claimed_at < excluded.claimed_at - interval '5 seconds'`,
  );
  return rowCount === 1;
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
