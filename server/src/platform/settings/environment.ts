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

const MOST_ORIGINS = 50;
const origins = `must be a list of at most ${MOST_ORIGINS} origins such as https://app.example.com,https://example.com`;
const redirectOrigins = z.string().transform((text, ctx): readonly string[] => {
  const urls = text.split(',').map((part) => part.trim());
  if (urls.length <= MOST_ORIGINS && urls.every(isOrigin)) return urls.map((url) => new URL(url).origin);
  ctx.addIssue({ code: 'custom', message: origins });
  return z.NEVER;
});

/** Nothing but protocol, host and port, and no pattern of hosts. */
function isOrigin(text: string): boolean {
  const isPlain = isUrlOf(/^https?:\/\/[^/?#@\\*]+\/?$/i, text);
  return isPlain && new URL(text).hostname !== '';
}

const connections = 'must be a whole number from 1 to 65535';

/** More would need more connections than a database takes. */
export const MOST_PROCESSES = 64;
const processes = `must be a whole number from 1 to ${MOST_PROCESSES}, or auto`;

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/**
 * What the environment may hold. `means` and, where that is not the schema's own default, `otherwise` are for the reference in
 * docs/running/settings.md.
 */
export const environment = z.object({
  PORT: z
    .string()
    .regex(/^\d{1,5}$/, 'must be a port number from 1 to 65535')
    .transform(Number)
    .refine((port) => port >= 1 && port <= 65_535, 'must be a port number from 1 to 65535')
    .default(8787)
    .meta({ means: 'the port it listens on' }),
  HOST: z
    .string()
    .regex(/^[A-Za-z0-9.:-]+$/, 'must be an address or a host name')
    .default('127.0.0.1')
    .meta({ means: 'the address it listens on' }),
  PUBLIC_URL: httpUrl
    .regex(/^[^?#]*$/, 'must not have a query or a fragment')
    .refine((url) => !isEveryAddress(new URL(url).hostname), 'must name a host that others can reach')
    .optional()
    .meta({
      means: 'the base URL of links; required if `HOST` is a wildcard address (`0.0.0.0`, `::`)',
      otherwise: '`http://{HOST}:{PORT}`',
    }),
  DEFAULT_PAGE_URL: httpUrl
    .optional()
    .meta({ means: 'where a paused link leads', otherwise: 'the service’s own page at `/paused`' }),
  DATABASE_URL: postgresUrl
    .optional()
    .meta({ means: 'an external PostgreSQL, 15 or later', otherwise: 'the embedded PostgreSQL' }),
  DATA_DIR: z
    .string()
    .default('.data')
    .meta({ means: 'the embedded PostgreSQL’s data and the generated secrets' }),
  COUNTRY_DATABASE: z.string().optional().meta({
    means:
      'where countries are looked up: a file of the MaxMind DB format, or `off`; see [Country](operations.md#country)',
    otherwise: 'the database that comes with the service',
  }),
  CLIENT_HINTS: z.enum(['off', 'later', 'now'], 'must be off, later or now').default('later').meta({
    means:
      'whether links ask browsers that hide the model of their phone for it: `later` from their next visit on, `now` at once, by a second request; `off` never; see [Client hints](operations.md#client-hints)',
  }),
  REDIS_URL: redisUrl.optional().meta({ means: 'rate limits shared between instances', otherwise: '' }),
  SERVICE_SECRET: secret.optional().meta({
    means: 'root key of stored secrets and sessions, 32 characters or more; required with `DATABASE_URL`',
    otherwise: 'generated once, kept in `DATA_DIR`',
  }),
  SERVICE_SECRET_PREVIOUS: secret.optional().meta({
    means:
      'the other secret, accepted while [`SERVICE_SECRET` is replaced](operations.md#replacing-service_secret)',
    otherwise: '',
  }),
  ANON_KEY: secret.optional().meta({
    means: 'the `apikey` header of first-party tools, 32 characters or more; required with `DATABASE_URL`',
    otherwise: 'generated once, kept in `DATA_DIR`, printed',
  }),
  TRUST_PROXY: trustProxy.default({ hops: 0 }).meta({
    means: 'whose `X-Forwarded-For` is trusted: a number of proxies, or networks such as `10.0.0.0/8,::1`',
    otherwise: '`0`',
  }),
  MAX_CONNECTIONS_PER_ADDRESS: z
    .string()
    .regex(/^\d{1,5}$/, connections)
    .transform(Number)
    .refine((count) => count >= 1 && count <= 65_535, connections)
    .optional()
    .meta({
      means:
        'connections from one address (of IPv6: a /64), 1 to 65535. If you set it, it holds for everyone. The default does not hold for this machine and for trusted proxies; where `TRUST_PROXY` is a number, it holds for no one',
      otherwise: '`256`',
    }),
  LOG_LEVEL: z
    .enum(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(', ')}`)
    .default('info')
    .meta({
      means: '`fatal`, `error`, `warn`, `info`, `debug`, `trace` or `silent`; see [Logs](operations.md#logs)',
    }),
  METRICS_TOKEN: z.string().min(16, 'must be a string of 16 characters or more').optional().meta({
    means:
      'bearer token for `/metrics`, accepted from anywhere, 16 characters or more; if it is not set, `/metrics` is served only to this machine, under the host name `localhost`, `127.0.0.1` or `[::1]`, not through a proxy, and only where `PUBLIC_URL` is not set or names this machine, since not every proxy shows that it is one',
    otherwise: '',
  }),
  SIGN_UP: z.enum(['open', 'invite', 'closed'], 'must be open, invite or closed').optional().meta({
    means:
      'who may sign up: `open` (everyone), `invite` (the first user, later ones with an [invitation](../accounts.md#invitations)) or `closed` (no one)',
    otherwise: '`open` on a loopback `HOST`, else `invite`',
  }),
  REQUIRE_VERIFIED_EMAIL: flag
    .default(false)
    .meta({ means: '`1`: people confirm their address by a mail before they can sign in', otherwise: '`0`' }),
  DEFAULT_PLAN: z
    .enum(PLAN_NAMES, `must be one of ${PLAN_NAMES.join(', ')}`)
    .default('self_hosted')
    .meta({ means: 'plan of new accounts: `free`, `growth`, `scale`, `self_hosted`' }),
  WORKERS: flag.default(true).meta({ means: '`0`: this instance only answers requests', otherwise: '`1`' }),
  PROCESSES: z
    .string()
    .regex(/^(?:[1-9]\d?|auto)$/, processes)
    .transform((text) => (text === 'auto' ? ('auto' as const) : Number(text)))
    .refine((count) => count === 'auto' || count <= MOST_PROCESSES, processes)
    .default(1)
    .meta({
      means:
        'how many processes answer requests on the same port, 1 to 64, or `auto`: one for each core; see [All cores of a machine](operations.md#all-cores-of-a-machine)',
    }),
  ALLOW_LOOPBACK_POSTBACKS: flag.default(false).meta({
    means: '`1`: allows postbacks over http and to loopback addresses, for development',
    otherwise: '`0`',
  }),
  RETENTION_DAYS: days(3650).default(0).meta({
    means:
      'days that raw events and clicks are kept, by their arrival; `0` keeps them for ever; see [Retention](operations.md#retention)',
  }),
  PAYMENT_PAYLOAD_DAYS: days(3650).default(30).meta({
    means: 'days that the raw payloads of payments are kept, encrypted, for support; `0` keeps none',
  }),
  POSTBACK_ATTEMPT_DAYS: days(3650)
    .default(90)
    .meta({ means: 'days that the attempts of finished postbacks are kept' }),
  SMTP_URL: smtpUrl.optional().meta({
    means:
      'the mail server, as `smtps://user:password@mail.example.com`; without one mails are [logged](operations.md#logs)',
    otherwise: '',
  }),
  MAIL_FROM: mailFrom.optional().meta({
    means: 'whom mails come from, as `Tributary <noreply@example.com>`; required with `SMTP_URL`',
    otherwise: '',
  }),
  REDIRECT_ORIGINS: redirectOrigins.default([]).meta({
    means:
      'the origins of your own pages that links in mails may lead to, with their tokens (`redirectTo`, `callbackURL`), as `https://app.example.com,https://example.com`; see [Sign-in](../sign-in.md)',
    otherwise: 'none: the console’s pages alone',
  }),
  BACKUP_PASSPHRASE: z
    .string()
    .min(12, 'must be a string of 12 characters or more')
    .optional()
    .meta({ means: 'encrypts backups; 12 characters or more', otherwise: 'asked for on a terminal' }),
});

export type Environment = z.output<typeof environment>;

/** The names of all settings. */
export const VARIABLES = Object.keys(environment.shape) as readonly (keyof Environment)[];

/** Whether a host is a wildcard address, in any spelling. */
export function isEveryAddress(host: string): boolean {
  const address = host.replace(/^\[|\]$/g, '');
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'unspecified';
}
