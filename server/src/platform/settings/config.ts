import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import ipaddr from 'ipaddr.js';
import {
  type Environment,
  environment,
  isEveryAddress,
  MOST_PROCESSES,
  type TrustProxy,
} from './environment.ts';

/** All settings, validated once at start-up. Secrets are loaded separately: see load-secrets.ts. */
export interface Config {
  readonly port: number;
  readonly host: string;
  readonly publicUrl: string | undefined;
  readonly defaultPageUrl: string | undefined;
  readonly databaseUrl: string | undefined;
  readonly dataDir: string;
  /** A file, or `off`; without it the database that comes with the service. */
  readonly countryDatabase: string | undefined;
  /** When links ask browsers which phone they are on. */
  readonly clientHints: 'off' | 'later' | 'now';
  readonly redisUrl: string | undefined;
  readonly serviceSecret: string | undefined;
  readonly previousServiceSecret: string | undefined;
  readonly anonKey: string | undefined;
  readonly trustProxy: TrustProxy;
  /** Connections from one address; without it the default, from which loopback and trusted proxies are exempt. */
  readonly maxConnectionsPerAddress: number | undefined;
  readonly logLevel: Environment['LOG_LEVEL'];
  readonly metricsToken: string | undefined;
  readonly signUp: NonNullable<Environment['SIGN_UP']>;
  /** Whether people confirm their address before they can sign in. */
  readonly requireVerifiedEmail: boolean;
  readonly defaultPlan: Environment['DEFAULT_PLAN'];
  readonly workers: boolean;
  /** Processes that answer requests. */
  readonly processes: number;
  readonly allowLoopbackPostbacks: boolean;
  /** Days that raw events and clicks are kept; 0 for ever. */
  readonly retentionDays: number;
  /** Days that the raw payloads of payments are kept; 0 keeps none. */
  readonly paymentPayloadDays: number;
  /** Days that the attempts of finished postbacks are kept. */
  readonly postbackAttemptDays: number;
  /** The mail server, with its password; without one, mails are logged. */
  readonly smtpUrl: string | undefined;
  /** Whom mails come from; there whenever `smtpUrl` is. */
  readonly mailFrom: string | undefined;
  /** Where links in mails may lead beside the console, with their tokens. */
  readonly redirectOrigins: readonly string[];
  /** Encrypts backups; commands ask for it if it is not set. */
  readonly backupPassphrase: string | undefined;
}

/** Thrown for settings that the service cannot start with; the message has one line per variable and no values. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

/**
 * Reads the configuration. An empty variable counts as not set.
 *
 * @param options.bringsSecrets for commands that supply the secrets that are otherwise required.
 * @throws ConfigError naming every invalid variable and what it accepts.
 */
export function readConfig(env: Record<string, string | undefined>, { bringsSecrets = false } = {}): Config {
  const given = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value !== ''),
  );
  const parsed = environment.safeParse(given);
  if (!parsed.success) {
    throw new ConfigError(
      parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`).join('\n'),
    );
  }
  const e = parsed.data;
  const missing = [
    ...(bringsSecrets ? [] : missingSecrets(e)),
    ...missingPublicUrl(e),
    ...missingMailFrom(e),
  ];
  if (missing.length > 0) throw new ConfigError(missing.join('\n'));
  return {
    port: e.PORT,
    host: e.HOST,
    publicUrl: e.PUBLIC_URL?.replace(/\/+$/, ''),
    defaultPageUrl: e.DEFAULT_PAGE_URL,
    databaseUrl: e.DATABASE_URL,
    dataDir: resolve(e.DATA_DIR),
    countryDatabase: e.COUNTRY_DATABASE,
    clientHints: e.CLIENT_HINTS,
    redisUrl: e.REDIS_URL,
    serviceSecret: e.SERVICE_SECRET,
    previousServiceSecret: e.SERVICE_SECRET_PREVIOUS,
    anonKey: e.ANON_KEY,
    trustProxy: e.TRUST_PROXY,
    maxConnectionsPerAddress: e.MAX_CONNECTIONS_PER_ADDRESS,
    logLevel: e.LOG_LEVEL,
    metricsToken: e.METRICS_TOKEN,
    signUp: e.SIGN_UP ?? (isLoopback(e.HOST) ? 'open' : 'invite'),
    requireVerifiedEmail: e.REQUIRE_VERIFIED_EMAIL,
    defaultPlan: e.DEFAULT_PLAN,
    workers: e.WORKERS,
    processes: e.PROCESSES === 'auto' ? Math.min(availableParallelism(), MOST_PROCESSES) : e.PROCESSES,
    allowLoopbackPostbacks: e.ALLOW_LOOPBACK_POSTBACKS,
    retentionDays: e.RETENTION_DAYS,
    paymentPayloadDays: e.PAYMENT_PAYLOAD_DAYS,
    postbackAttemptDays: e.POSTBACK_ATTEMPT_DAYS,
    smtpUrl: e.SMTP_URL,
    mailFrom: e.MAIL_FROM,
    redirectOrigins: e.REDIRECT_ORIGINS,
    backupPassphrase: e.BACKUP_PASSPHRASE,
  };
}

/** Secrets stored on one machine's disk would differ between instances that share a database. */
function missingSecrets(e: Environment): string[] {
  if (e.DATABASE_URL === undefined) return [];
  return (['SERVICE_SECRET', 'ANON_KEY'] as const)
    .filter((name) => e[name] === undefined)
    .map((name) => `${name} must be set (any string of 32 characters or more) when DATABASE_URL is`);
}

/** Links would otherwise be built on HOST, and a wildcard address cannot be visited. */
function missingPublicUrl(e: Environment): string[] {
  if (e.PUBLIC_URL !== undefined || !isEveryAddress(e.HOST)) return [];
  return [
    `PUBLIC_URL must be set (where others reach the service, such as https://links.example.com) when HOST is ${e.HOST}`,
  ];
}

function missingMailFrom(e: Environment): string[] {
  if (e.SMTP_URL === undefined || e.MAIL_FROM !== undefined) return [];
  return [
    'MAIL_FROM must be set (whom mails come from, as Tributary <noreply@example.com>) when SMTP_URL is',
  ];
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || (ipaddr.isValid(host) && ipaddr.process(host).range() === 'loopback');
}
