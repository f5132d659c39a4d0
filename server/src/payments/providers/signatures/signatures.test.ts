import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { signDelivery } from '../../testing/sign-delivery.ts';
import type { SignedDelivery } from '../payment-provider.ts';
import { PROVIDERS, providerNamed } from '../providers.ts';

const T = 1_700_000_000;
const NOW = T * 1000;
const BODY = '{"event":"charge.success","n":1.0}';

/** Created with `openssl dgst`, each over the same body. */
const BY_OPENSSL = {
  provider_a: [
    'sk_test_1',
    'x-provider-a-signature',
    '388cbb73554abc887b880ac28e91f16e0e5bcf5a97aa80ff2682bc260cd1f694f4f1195d0e8f3fab2ba96b8dce292f1ffafc023d145aea3131fd8de44840f8bf',
  ],
  provider_b: ['fixed_1', 'verif-hash', 'fixed_1'],
  provider_c: [
    'whsec_1',
    'provider-c-signature',
    `t=${T},v1=8168387307dc99189f449d476cbd470554f8ab28232648cdcdbaa636ec29462b`,
  ],
  generic: [
    'issued_1',
    'x-service-signature',
    'd0be609e24c7e0d3c36971653c590f10d45510f6e18d369f7849d55647cea16f',
  ],
} as const;

type Name = keyof typeof BY_OPENSSL;
const NAMES = Object.keys(BY_OPENSSL) as Name[];
const WITH_DIGEST = NAMES.filter((name) => name !== 'provider_b');

const headerOf = (name: Name) => BY_OPENSSL[name][1];
const signatureOf = (name: Name) => BY_OPENSSL[name][2];
const hmac = (secret: string, text: string) => createHmac('sha256', secret).update(text).digest('hex');

interface Case {
  readonly header?: string | undefined;
  readonly body?: string | Uint8Array;
  readonly secret?: string;
  readonly now?: number;
}

/** A genuine delivery of a provider with the case's changes. */
function verify(name: Name, given: Case = {}): string | null | undefined {
  const header = 'header' in given ? given.header : signatureOf(name);
  const delivery: SignedDelivery = {
    header: (asked) => (asked === headerOf(name) ? header : undefined),
    rawBody: Buffer.from(given.body ?? BODY),
  };
  return providerNamed(name)?.verify(delivery, given.secret ?? BY_OPENSSL[name][0], given.now ?? NOW);
}

test('has a row for every provider', () => {
  expect(NAMES.toSorted()).toEqual(PROVIDERS.map(({ name }) => name).toSorted());
});

describe.each(NAMES)('the signature of %s', (name) => {
  test('is valid for the bytes that it was made for', () => {
    expect(verify(name)).toBeNull();
  });

  test('is the same as signDelivery creates', () => {
    const { headers } = signDelivery(name, BODY, { secret: BY_OPENSSL[name][0], now: NOW });
    expect(headers[headerOf(name)]).toBe(signatureOf(name));
  });

  test.each([
    ['a missing header', { header: undefined }, 'is missing'],
    ['an empty header', { header: '' }, 'is missing'],
    ['another secret', { secret: 'other_1' }, 'secret'],
    ['the secret in other letters', { secret: BY_OPENSSL[name][0].toUpperCase() }, 'secret'],
    ['the secret and a space', { secret: `${BY_OPENSSL[name][0]} ` }, 'secret'],
    ['no secret', { secret: '' }, 'secret'],
    ['a signature that is cut short', { header: signatureOf(name).slice(0, -1) }, 'secret'],
    ['a signature that is cut by two', { header: signatureOf(name).slice(0, -2) }, 'secret'],
    ['a longer signature', { header: `${signatureOf(name)}00` }, 'secret'],
    ['a very long signature', { header: signatureOf(name) + '0'.repeat(100_000) }, 'secret'],
    ['a signature that is no hex', { header: signatureOf(name).replace(/.$/, 'g') }, 'secret'],
    [
      'another signature of the right length',
      { header: signatureOf(name).replace(/.$/, (last) => (last === '0' ? '1' : '0')) },
      'secret',
    ],
    ['a character beyond a byte', { header: signatureOf(name).replace(/.$/, '\u0166') }, 'secret'],
  ])('does not fit with %s', (_what, given, reason) => {
    const problem = verify(name, given);
    expect(problem).toContain(reason);
    expect(problem).toContain(headerOf(name));
  });

  test('never appears in the reason, nor does the secret', () => {
    const problem = verify(name, { secret: 'other_1', header: signatureOf(name) }) ?? '';
    expect(problem).not.toBe('');
    expect(problem).not.toContain('other_1');
    expect(problem).not.toContain(signatureOf(name).slice(-16));
  });
});

/** What each vendor really sends, by the name of its header. */
const BY_VENDOR = {
  'x-paystack-signature': ['provider_a', signatureOf('provider_a')],
  'stripe-signature': ['provider_c', signatureOf('provider_c')],
  // `openssl dgst -sha256 -hmac fixed_1 -binary | base64`, over the same body.
  'flutterwave-signature': ['provider_b', 'nFq3V9yd5ZLn1rLZODuLLKxve+R5nHjIP7MXKSFVhho='],
} as const;

describe.each(Object.entries(BY_VENDOR))('the vendor’s own header %s', (header, [name, signature]) => {
  const neutral = headerOf(name);
  const [secret] = BY_OPENSSL[name];
  const check = (headers: Readonly<Record<string, string>>, given: Case = {}) =>
    providerNamed(name)?.verify(
      { header: (asked) => headers[asked], rawBody: Buffer.from(given.body ?? BODY) },
      given.secret ?? secret,
      given.now ?? NOW,
    );

  test('is verified as the neutral one is', () => {
    expect(check({ [header]: signature })).toBeNull();
    expect(check({ [header]: signature, [neutral]: '' })).toBeNull();
    expect(check({ [header]: signature }, { secret: 'other_1' })).toContain(header);
    expect(check({ [header]: signature }, { secret: '' })).not.toBeNull();
    expect(check({ [header]: signature }, { body: `${BODY} ` })).toContain(header);
    expect(check({ [header]: `${signature}00` })).toContain(header);
    expect(check({ [header]: signature.slice(0, -4) })).toContain(header);
  });

  test('has to be valid even beside a valid neutral one, and the other way round', () => {
    expect(check({ [header]: signature, [neutral]: signatureOf(name) })).toBeNull();
    expect(check({ [header]: 'forged', [neutral]: signatureOf(name) })).toContain(header);
    expect(check({ [header]: signature, [neutral]: 'forged' })).toContain(neutral);
  });

  test('is named where neither is there', () => {
    expect(check({})).toBe(`the header ${neutral} or ${header} is missing`);
  });
});

test('the vendor’s Base64 may come without its padding, and in no other letters', () => {
  const [name, signature] = BY_VENDOR['flutterwave-signature'];
  const check = (given: string) =>
    providerNamed(name)?.verify(
      {
        header: (asked) => (asked === 'flutterwave-signature' ? given : undefined),
        rawBody: Buffer.from(BODY),
      },
      BY_OPENSSL[name][0],
      NOW,
    );
  expect(check(signature.replace(/=+$/, ''))).toBeNull();
  expect(check(signature.toLowerCase())).not.toBeNull();
  expect(check(Buffer.from(signature, 'base64').toString('hex'))).not.toBeNull();
  // Another text of the same bytes.
  expect(
    check(signature.replace(/.=$/, (end) => `${String.fromCharCode(end.charCodeAt(0) + 1)}=`)),
  ).not.toBeNull();
});

describe('an empty secret', () => {
  test.each([
    ['provider_a', createHmac('sha512', '').update(BODY).digest('hex')],
    ['provider_b', ''],
    ['provider_c', `t=${T},v1=${hmac('', `${T}.${BODY}`)}`],
    ['generic', hmac('', BODY)],
  ] as const)('of %s verifies nothing, not even what was signed with it', (name, header) => {
    expect(verify(name, { secret: '', header })).not.toBeNull();
  });
});

describe.each(WITH_DIGEST)('the signature of %s', (name) => {
  test('may be written in upper-case hex', () => {
    const upper = signatureOf(name).replace(/[0-9a-f]{64,}/, (hex) => hex.toUpperCase());
    expect(upper).not.toBe(signatureOf(name));
    expect(verify(name, { header: upper })).toBeNull();
  });

  test.each([
    ['one changed byte', BODY.replace('1.0', '2.0')],
    ['one byte more', `${BODY}\n`],
    ['one byte less', BODY.slice(0, -1)],
    ['the body parsed and printed again', JSON.stringify(JSON.parse(BODY))],
    ['other white space', '{ "event": "charge.success", "n": 1.0 }'],
    ['the members in another order', '{"n":1.0,"event":"charge.success"}'],
    ['a byte order mark', `\ufeff${BODY}`],
    ['no body', ''],
  ])('does not fit %s', (_what, body) => {
    expect(verify(name, { body })).toContain('is ');
  });

  test('covers bytes that are not text', () => {
    const body = new Uint8Array([0xff, 0xfe, 0x00, 0x80]);
    const secret = BY_OPENSSL[name][0];
    const digest = createHmac(name === 'provider_a' ? 'sha512' : 'sha256', secret);
    if (name === 'provider_c') digest.update(`${T}.`);
    const signature = digest.update(body).digest('hex');
    const header = name === 'provider_c' ? `t=${T},v1=${signature}` : signature;
    expect(verify(name, { body, header })).toBeNull();
    expect(verify(name, { body: new Uint8Array([0xff, 0xfd, 0x00, 0x80]), header })).not.toBeNull();
  });
});

describe('the fixed secret of provider_b', () => {
  test('says nothing about the body', () => {
    expect(verify('provider_b', { body: 'anything' })).toBeNull();
  });

  test.each([
    ['in other letters', 'FIXED_1'],
    ['with a space before it', ' fixed_1'],
    ['given twice', 'fixed_1, fixed_1'],
  ])('has to be there verbatim, not %s', (_how, header) => {
    expect(verify('provider_b', { header })).not.toBeNull();
  });

  test('may have letters beyond ASCII, as HTTP delivers them', () => {
    const secret = 'clé-ключ';
    const header = Buffer.from(secret).toString('latin1');
    expect(verify('provider_b', { secret, header })).toBeNull();
    expect(verify('provider_b', { secret, header: secret })).toBeNull();
    expect(verify('provider_b', { secret, header: 'cle-ключ' })).not.toBeNull();
  });
});

describe('the signature of provider_c', () => {
  const good = hmac('whsec_1', `${T}.${BODY}`);
  const old = hmac('whsec_0', `${T}.${BODY}`);

  test.each([
    ['two v1 while the secret is rotated, the old one first', `t=${T},v1=${old},v1=${good}`],
    ['two v1, the old one last', `t=${T},v1=${good},v1=${old}`],
    ['a v1 that is not hex next to a valid one', `t=${T},v1=zz,v1=,v1=${good}`],
    ['a v0, which is ignored', `t=${T},v1=${good},v0=${old}`],
    ['another order', `v0=${old},v1=${good},t=${T}`],
    ['spaces', ` t = ${T} , v1 = ${good} `],
    ['items that are none', `t=${T},,x,v1=${good},`],
  ])('may come with %s', (_what, header) => {
    expect(verify('provider_c', { header })).toBeNull();
  });

  test.each([
    ['v0 alone', `t=${T},v0=${good}`, 'has no v1'],
    ['no v1', `t=${T}`, 'has no v1'],
    ['V1 in upper case', `t=${T},V1=${good}`, 'has no v1'],
    ['two v1 of which none fits', `t=${T},v1=${old},v1=${old}`, 'no v1'],
    ['no t', `v1=${good}`, 'one t='],
    ['an empty t', `t=,v1=${good}`, 'one t='],
    ['a t that is no number', `t=now,v1=${good}`, 'one t='],
    ['a negative t', `t=-${T},v1=${good}`, 'one t='],
    ['a t with decimals', `t=${T}.0,v1=${good}`, 'one t='],
    ['a t with an exponent', `t=17e8,v1=${good}`, 'one t='],
    ['a t in hex', `t=0x6553f100,v1=${good}`, 'one t='],
    ['a t beyond any time', `t=${'9'.repeat(400)},v1=${good}`, 'one t='],
    ['two t', `t=${T},t=${T},v1=${good}`, 'one t='],
    ['two headers', `t=${T},v1=${good}, t=${T},v1=${good}`, 'one t='],
    ['nothing that is an item', 'hello', 'is missing'],
    ['another t than was signed', `t=${T + 1},v1=${good}`, 'no v1'],
    ['the digest of the body alone', `t=${T},v1=${hmac('whsec_1', BODY)}`, 'no v1'],
    ['the bare digest', good, 'is missing'],
  ])('does not fit with %s', (_what, header, reason) => {
    expect(verify('provider_c', { header })).toContain(reason);
  });

  test.each([
    [-301_000, false],
    [-300_001, false],
    [-300_000, true],
    [-299_000, true],
    [0, true],
    [999, true],
    [299_999, true],
    [300_000, true],
    // The sender's clock is truncated to whole seconds, so ours is too.
    [300_999, true],
    [301_000, false],
    [86_400_000, false],
  ])('when our clock is %i ms ahead of its t: fits %s', (ahead, fits) => {
    const problem = verify('provider_c', { now: NOW + ahead });
    if (fits) expect(problem).toBeNull();
    else expect(problem).toMatch(/signed \d+ s (ago|ahead of our clock); at most 300 are allowed$/);
  });

  test('mentions the clock only if the signature itself is valid', () => {
    expect(verify('provider_c', { now: NOW + 9e6, secret: 'other' })).toContain('no v1');
  });
});
