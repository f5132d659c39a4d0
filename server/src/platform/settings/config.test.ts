import { readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { describe, expect, test } from 'vitest';
import { settingsReference } from '../../../scripts/write-settings-reference.ts';
import { ConfigError, readConfig } from './config.ts';
import { VARIABLES } from './environment.ts';

const SECRET = 'x'.repeat(32);

test('the reference of settings is current: npm run settings-reference -w server', async () => {
  const text = await readFile(new URL('../../../../docs/running/settings.md', import.meta.url), 'utf8');
  expect(text).toBe(settingsReference());
});

describe('configuration', () => {
  test('has a default for everything where nothing is set', () => {
    expect(readConfig({})).toMatchObject({
      port: 8787,
      host: '127.0.0.1',
      databaseUrl: undefined,
      trustProxy: { hops: 0 },
      signUp: 'open',
      defaultPlan: 'self_hosted',
      workers: true,
      logLevel: 'info',
      paymentPayloadDays: 30,
      maxConnectionsPerAddress: undefined,
      processes: 1,
    });
  });

  test.each([1, 64])('takes %i processes', (count) => {
    expect(readConfig({ PROCESSES: String(count) }).processes).toBe(count);
  });

  test('takes as many processes as there are cores', () => {
    const { processes } = readConfig({ PROCESSES: 'auto' });
    expect(processes).toBe(Math.min(64, availableParallelism()));
  });

  test('takes origins that mails may lead to, and none by default', () => {
    expect(readConfig({}).redirectOrigins).toEqual([]);
    const REDIRECT_ORIGINS =
      'https://App.example.com/, http://localhost:3000,https://example.com:443,http://[::1]:80';
    expect(readConfig({ REDIRECT_ORIGINS }).redirectOrigins).toEqual([
      'https://app.example.com',
      'http://localhost:3000',
      'https://example.com',
      'http://[::1]',
    ]);
    const most = Array.from({ length: 50 }, (_, n) => `https://a${n}.example`);
    expect(readConfig({ REDIRECT_ORIGINS: most.join() }).redirectOrigins).toEqual(most);
  });

  test.each([1, 256, 65_535])('takes %i connections from an address', (count) => {
    const { maxConnectionsPerAddress } = readConfig({ MAX_CONNECTIONS_PER_ADDRESS: String(count) });
    expect(maxConnectionsPerAddress).toBe(count);
  });

  test.each([0, 1, 3650])('keeps payloads of payments for %i days', (days) => {
    expect(readConfig({ PAYMENT_PAYLOAD_DAYS: String(days) }).paymentPayloadDays).toBe(days);
  });

  test.each([
    ['REDIRECT_ORIGINS', 'https://*.example.com', 'must be a list of at most 50 origins'],
    ['REDIRECT_ORIGINS', 'https://example.com/in', 'must be a list of at most 50 origins'],
    ['REDIRECT_ORIGINS', 'https://example.com?x', 'must be a list of at most 50 origins'],
    ['REDIRECT_ORIGINS', 'https://a@example.com', 'must be a list of at most 50 origins'],
    ['REDIRECT_ORIGINS', 'app.example.com', 'must be a list of at most 50 origins'],
    ['REDIRECT_ORIGINS', 'javascript:alert(1)', 'must be a list of at most 50 origins'],
    ['REDIRECT_ORIGINS', 'https://a.example,', 'must be a list of at most 50 origins'],
    ['REDIRECT_ORIGINS', '*', 'must be a list of at most 50 origins'],
    ['REDIRECT_ORIGINS', 'http://', 'must be a list of at most 50 origins'],
    ['REDIRECT_ORIGINS', 'https://a.example\\b', 'must be a list of at most 50 origins'],
    [
      'REDIRECT_ORIGINS',
      Array.from({ length: 51 }, (_, n) => `https://a${n}.example`).join(),
      'must be a list of at most 50 origins',
    ],
    ['PROCESSES', '0', 'a whole number from 1 to 64, or auto'],
    ['PROCESSES', '65', 'a whole number from 1 to 64, or auto'],
    ['PROCESSES', '1.5', 'a whole number from 1 to 64, or auto'],
    ['PROCESSES', 'all', 'a whole number from 1 to 64, or auto'],
    ['PORT', '65536', 'must be a port number'],
    ['PORT', '0', 'must be a port number'],
    ['HOST', 'not a host', 'an address or a host name'],
    ['PUBLIC_URL', 'https://example.com/?x', 'a query or a fragment'],
    ['PUBLIC_URL', 'http://0.0.0.0:8787', 'a host that others can reach'],
    ['PUBLIC_URL', 'http://[::]', 'a host that others can reach'],
    ['PORT', '80a', 'must be a port number'],
    ['DATABASE_URL', 'mysql://x/y', 'must be a postgresql:// URL'],
    ['PUBLIC_URL', 'ftp://x', 'must be an http or https URL'],
    ['DEFAULT_PAGE_URL', 'javascript:alert(1)', 'must be an http or https URL'],
    ['REDIS_URL', 'http://x', 'must be a redis://'],
    ['SMTP_URL', 'http://mail.example.com', 'must be an smtp:// or smtps:// URL'],
    ['MAIL_FROM', 'nobody', 'must be an address'],
    ['MAIL_FROM', 'a@example.com, b@example.com', 'must be an address'],
    ['MAIL_FROM', 'A <a@example.com>\r\nBcc: b@example.com', 'must be an address'],
    ['SERVICE_SECRET', 'x'.repeat(31), '32 characters'],
    ['ANON_KEY', 'short', '32 characters'],
    ['TRUST_PROXY', '10.0.0.0/33', 'list of networks'],
    ['TRUST_PROXY', 'yes', 'number of proxies'],
    ['MAX_CONNECTIONS_PER_ADDRESS', '0', 'a whole number from 1 to 65535'],
    ['MAX_CONNECTIONS_PER_ADDRESS', '65536', 'a whole number from 1 to 65535'],
    ['MAX_CONNECTIONS_PER_ADDRESS', 'many', 'a whole number from 1 to 65535'],
    ['LOG_LEVEL', 'loud', 'must be one of'],
    ['SIGN_UP', 'maybe', 'open, invite or closed'],
    ['DEFAULT_PLAN', 'gold', 'must be one of'],
    ['WORKERS', 'true', 'must be 0 or 1'],
    ['PAYMENT_PAYLOAD_DAYS', '3651', 'a whole number of days from 0 to 3650'],
    ['POSTBACK_ATTEMPT_DAYS', '3651', 'a whole number of days from 0 to 3650'],
    ['PAYMENT_PAYLOAD_DAYS', '-1', 'a whole number of days from 0 to 3650'],
    ['PAYMENT_PAYLOAD_DAYS', '1.5', 'a whole number of days from 0 to 3650'],
  ])('refuses %s=%s and says what it takes', (name, value, expected) => {
    const read = () => readConfig({ [name]: value });
    expect(read).toThrow(ConfigError);
    expect(read).toThrow(new RegExp(`^${name} .*${expected}`, 'm'));
  });

  const NO_URLS = [
    'links.example.com',
    'https://',
    '//links.example.com',
    'https:links.example.com',
    'https:///x',
  ];
  test.each(NO_URLS)('refuses PUBLIC_URL=%s with a sentence', (PUBLIC_URL) => {
    expect(() => readConfig({ PUBLIC_URL })).toThrow(
      /^PUBLIC_URL must be an http or https URL, such as [^\n]*$/,
    );
  });

  test('refuses nonsense in any variable with a line that begins with its name', () => {
    const parts = [
      '',
      'https',
      'postgresql',
      'redis',
      'smtp',
      ':',
      '//',
      '/',
      '%',
      '%zz',
      '@',
      '[',
      ']',
      '[::',
      '0',
    ];
    parts.push(
      'localhost',
      'x.example',
      '\u0000',
      ' ',
      '?',
      '#',
      '-1',
      '65536',
      '9'.repeat(40),
      'é',
      '\ud800',
      ',',
      '\n',
    );
    let seed = 1;
    const next = (below: number) => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed % below;
    };
    const text = () => Array.from({ length: 1 + next(6) }, () => parts[next(parts.length)]).join('');
    for (const name of VARIABLES) {
      for (const value of [...NO_URLS, ...Array.from({ length: 300 }, text)]) {
        try {
          readConfig({ SERVICE_SECRET: SECRET, ANON_KEY: SECRET, [name]: value });
        } catch (error) {
          expect(error, `${name}=${JSON.stringify(value)}`).toBeInstanceOf(ConfigError);
          for (const line of (error as Error).message.split('\n')) expect(line).toMatch(/^[A-Z_]+ must /);
        }
      }
    }
  });

  test('asks for MAIL_FROM with SMTP_URL, and never repeats the password in it', () => {
    const SMTP_URL = 'smtp://user:hunter2@mail.example.com';
    expect(() => readConfig({ SMTP_URL })).toThrow(/^MAIL_FROM must be set .* SMTP_URL is$/m);
    expect(() => readConfig({ SMTP_URL })).not.toThrow(/hunter2/);
    for (const MAIL_FROM of ['a@example.com', 'Our service <a@example.com>'])
      expect(readConfig({ SMTP_URL, MAIL_FROM })).toMatchObject({ smtpUrl: SMTP_URL, mailFrom: MAIL_FROM });
  });

  test('never repeats the value of a variable that is wrong', () => {
    expect(() => readConfig({ SERVICE_SECRET: 'hunter2' })).toThrow(
      expect.not.objectContaining({ message: /hunter2/ }),
    );
  });

  test('names both secrets that an external database needs', () => {
    const read = () => readConfig({ DATABASE_URL: 'postgresql://h/d' });
    expect(read).toThrow(/SERVICE_SECRET must be set/);
    expect(read).toThrow(/ANON_KEY must be set/);
    expect(
      readConfig({ DATABASE_URL: 'postgresql://h/d', SERVICE_SECRET: SECRET, ANON_KEY: SECRET }).databaseUrl,
    ).toBe('postgresql://h/d');
  });

  test.each([
    ['127.0.0.1', 'open'],
    ['localhost', 'open'],
    ['::1', 'open'],
    ['0.0.0.0', 'invite'],
    ['10.0.0.5', 'invite'],
  ])('on HOST=%s lets people sign up by %s', (host, mode) => {
    expect(readConfig({ HOST: host, PUBLIC_URL: 'https://example.com' }).signUp).toBe(mode);
  });

  test.each(['0.0.0.0', '::', '0', '0x0', '0:0:0:0:0:0:0:0', '::ffff:0.0.0.0'])(
    'requires PUBLIC_URL on HOST=%s, to which no link can lead',
    (host) => {
      expect(() => readConfig({ HOST: host })).toThrow(/^PUBLIC_URL must be set .* HOST/m);
      expect(readConfig({ HOST: host, PUBLIC_URL: 'https://example.com' }).host).toBe(host);
    },
  );

  test.each(['10.0.0.5', 'example.com', '::1'])('takes HOST=%s for what links are built on', (host) => {
    expect(readConfig({ HOST: host }).publicUrl).toBeUndefined();
  });

  test('takes an empty variable for one that is not set', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: '' })).toMatchObject({ port: 8787, databaseUrl: undefined });
  });
});
