import { resolve } from 'node:path';
import ipaddr from 'ipaddr.js';
import { z } from 'zod';
import { PLAN_NAMES } from './plans.ts';

const secret = z.string().min(32, 'must be a string of 32 characters or more');
const flag = z.enum(['0', '1'], 'must be 0 or 1').transform((value) => value === '1');
const days = (max: number) => {
  const error = `must be a whole number of days from 0 to ${max}`;
  return z
    .string()
    .regex(/^\d{1,5}$/, error)
    .transform(Number)
    .refine((count) => count <= max, error);
};
/** A URL of these protocols, whose parts can be read: what is checked after it may take it apart. */
const urlOf = (protocol: RegExp, error: string) =>
  z.string().refine((text) => isUrlOf(protocol, text), { error, abort: true });
const httpUrl = urlOf(/^https?:\/\/[^/]/i, 'must be an http or https URL, such as https://links.example.com');
const postgresUrl = urlOf(/^postgres(ql)?:\/\//i, 'must be a postgresql:// URL');
const smtpUrl = urlOf(/^smtps?:\/\/[^/]/i, 'must be an smtp:// or smtps:// URL');
const mailFrom = z
  .string()
  .max(320, 'must be 320 characters or fewer')
  .regex(
    /^(?:[^<>\r\n"]{1,200} <[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/,
    'must be an address as Name <name@example.com>',
  );
const redisUrl = urlOf(/^rediss?:\/\//i, 'must be a redis:// or rediss:// URL');

function isUrlOf(protocol: RegExp, text: string): boolean {
  if (!protocol.test(text) || /\s/.test(text) || !URL.canParse(text)) return false;
  const { username, password, pathname } = new URL(text);
  try {
    for (const part of [username, password, pathname]) decodeURIComponent(part);
    return true;
  } catch {
    return false;
  }
}

/** Whose X-Forwarded-For is trusted: a number of proxies, or the networks that contain them. */
export type TrustProxy = { hops: number } | { networks: [ipaddr.IPv4 | ipaddr.IPv6, number][] };

const trustProxy = z.string().transform((text, ctx): TrustProxy => {
  if (/^\d{1,2}$/.test(text)) return { hops: Number(text) };
  try {
    return { networks: text.split(',').map((part) => parseNetwork(part.trim())) };
  } catch {
    ctx.addIssue({
      code: 'custom',
      message: 'must be a number of proxies or a list of networks such as 10.0.0.0/8,::1',
    });
    return z.NEVER;
  }
});

function parseNetwork(text: string): [ipaddr.IPv4 | ipaddr.IPv6, number] {
  if (text.includes('/')) return ipaddr.parseCIDR(text);
  const address = ipaddr.parse(text);
  return [address, address.kind() === 'ipv4' ? 32 : 128];
}

const connections = 'must be a whole number from 1 to 65535';

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

const environment = z.object({
  PORT: z
    .string()
    .regex(/^\d{1,5}$/, 'must be a port number from 1 to 65535')
    .transform(Number)
    .refine((port) => port >= 1 && port <= 65_535, 'must be a port number from 1 to 65535')
    .default(8787),
  HOST: z
    .string()
    .regex(/^[A-Za-z0-9.:-]+$/, 'must be an address or a host name')
    .default('127.0.0.1'),
  PUBLIC_URL: httpUrl
    .regex(/^[^?#]*$/, 'must not have a query or a fragment')
    .refine((url) => !isEveryAddress(new URL(url).hostname), 'must name a host that others can reach')
    .optional(),
  DEFAULT_PAGE_URL: httpUrl.optional(),
  DATABASE_URL: postgresUrl.optional(),
  DATA_DIR: z.string().default('.data'),
  REDIS_URL: redisUrl.optional(),
  SERVICE_SECRET: secret.optional(),
  SERVICE_SECRET_PREVIOUS: secret.optional(),
  ANON_KEY: secret.optional(),
  TRUST_PROXY: trustProxy.default({ hops: 0 }),
  MAX_CONNECTIONS_PER_ADDRESS: z
    .string()
    .regex(/^\d{1,5}$/, connections)
    .transform(Number)
    .refine((count) => count >= 1 && count <= 65_535, connections)
    .optional(),
  LOG_LEVEL: z.enum(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(', ')}`).default('info'),
  METRICS_TOKEN: z.string().min(16, 'must be a string of 16 characters or more').optional(),
  SIGN_UP: z.enum(['open', 'invite', 'closed'], 'must be open, invite or closed').optional(),
  REQUIRE_VERIFIED_EMAIL: flag.default(false),
  DEFAULT_PLAN: z.enum(PLAN_NAMES, `must be one of ${PLAN_NAMES.join(', ')}`).default('self_hosted'),
  WORKERS: flag.default(true),
  ALLOW_LOOPBACK_POSTBACKS: flag.default(false),
  PAYMENT_PAYLOAD_DAYS: days(3650).default(30),
  POSTBACK_ATTEMPT_DAYS: days(3650).default(90),
  SMTP_URL: smtpUrl.optional(),
  MAIL_FROM: mailFrom.optional(),
  BACKUP_PASSPHRASE: z.string().min(12, 'must be a string of 12 characters or more').optional(),
});

type Environment = z.output<typeof environment>;

/** The names of all settings. */
export const VARIABLES = Object.keys(environment.shape) as readonly (keyof Environment)[];

/** All settings, validated once at start-up. Secrets are loaded separately: see load-secrets.ts. */
export interface Config {
  readonly port: number;
  readonly host: string;
  readonly publicUrl: string | undefined;
  readonly defaultPageUrl: string | undefined;
  readonly databaseUrl: string | undefined;
  readonly dataDir: string;
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
  readonly allowLoopbackPostbacks: boolean;
  /** Days that the raw payloads of payments are kept; 0 keeps none. */
  readonly paymentPayloadDays: number;
  /** Days that the attempts of finished postbacks are kept. */
  readonly postbackAttemptDays: number;
  /** The mail server, with its password; without one, mails are logged. */
  readonly smtpUrl: string | undefined;
  /** Whom mails come from; there whenever `smtpUrl` is. */
  readonly mailFrom: string | undefined;
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
    allowLoopbackPostbacks: e.ALLOW_LOOPBACK_POSTBACKS,
    paymentPayloadDays: e.PAYMENT_PAYLOAD_DAYS,
    postbackAttemptDays: e.POSTBACK_ATTEMPT_DAYS,
    smtpUrl: e.SMTP_URL,
    mailFrom: e.MAIL_FROM,
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

/** Whether a host is a wildcard address, in any spelling. */
function isEveryAddress(host: string): boolean {
  const address = host.replace(/^\[|\]$/g, '');
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'unspecified';
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || (ipaddr.isValid(host) && ipaddr.process(host).range() === 'loopback');
}
