import { describe, expect, test } from 'vitest';
import { addVerifiedDomain } from '../../links/domains/testing/add-verified-domain.ts';
import { createFakeOutside } from '../../links/domains/testing/fake-outside.ts';
import { useMails } from '../../platform/auth/session/testing/follow-mails.ts';
import { createLink } from '../../testing/create-link.ts';
import { perSuite } from '../../testing/per-suite.ts';
import { createTenant, PASSWORD, type Person, signUp } from '../../testing/test-tenant.ts';

const OWN = 'https://links.example.com';
const APP = 'https://app.example.com';

const REFUSED = /must be a page of the console, or of an origin in REDIRECT_ORIGINS/;

/** Asks for every mail that a request may lead somewhere, and follows every link that may. */
function useAsking(env: Record<string, string>) {
  const outside = createFakeOutside();
  const mails = useMails({ env, outside });
  const person: Person = perSuite(() => signUp(mails.service));

  async function askEverywhere(target: string) {
    const { ask } = mails;
    const url = encodeURIComponent(target);
    return [
      await ask('/request-password-reset', { email: person.email, redirectTo: target }),
      await ask('/send-verification-email', { email: person.email, callbackURL: target }),
      await ask(
        '/change-email',
        { newEmail: `new-${person.email}`, password: PASSWORD, callbackURL: target },
        person.token,
      ),
      await ask(`/reset-password/x?callbackURL=${url}`),
      await ask(`/verify-email?token=x&callbackURL=${url}`),
    ];
  }

  async function expectRefused(target: string): Promise<void> {
    const before = mails.mails.mails.length;
    for (const { status, text } of await askEverywhere(target))
      expect([status, text]).toEqual([403, expect.stringMatching(REFUSED)]);
    expect(mails.mails.mails).toHaveLength(before);
  }
  return { ...mails, outside, expectRefused };
}

describe('where PUBLIC_URL has a path', () => {
  const { service, mails, ask, expectRefused } = useAsking({ PUBLIC_URL: `${OWN}/base` });

  test.each([
    '/neighbour',
    '/console/verify',
    '/l/evil',
    '/base',
    '/base/',
    '/base/l/evil',
    '/base/v1/deep-link?slug=evil',
    '/base/console/../l/evil',
    '/base/console/../../neighbour',
    '/basement/console/verify',
    `${OWN}/base.evil/console`,
  ])('no mail leads to %s', expectRefused);

  test('mails lead below it, and nothing of them passes a neighbour', async () => {
    const { email } = await signUp(service);
    await ask('/request-password-reset', { email, redirectTo: `${OWN}/base/console/reset-password` });
    await ask('/send-verification-email', { email });
    const sources = [(await mails.mailTo(email, 0)).source, (await mails.mailTo(email, 1)).source];
    for (const source of sources) expect(source.replaceAll('=\r\n', '')).toContain(`${OWN}/base/api/auth/`);
  });
});

describe('an origin in REDIRECT_ORIGINS', () => {
  const listed = `${APP}, http://localhost:3000/,${OWN},https://go.example.com`;
  const asking = useAsking({ PUBLIC_URL: OWN, REDIRECT_ORIGINS: listed });
  const { service, outside, ask, linkTo, follow, expectRefused } = asking;
  const tenant = perSuite(() => createTenant(service));

  test('gets the token', async () => {
    const { email } = await signUp(service);
    await ask('/request-password-reset', { email, redirectTo: `${APP}/new-password?lang=de` });
    const { status, text } = await follow(await linkTo(email));
    expect([status, text]).toEqual([
      302,
      expect.stringMatching(/^https:\/\/app\.example\.com\/new-password\?lang=de&token=svl_[\w-]+$/),
    ]);
    const newPassword = 'another-long-password';
    const token = new URL(text).searchParams.get('token');
    expect((await ask('/reset-password', { token, newPassword })).status).toBe(200);
  });

  test('is where a confirmed address leads on', async () => {
    const { email } = await signUp(service);
    await ask('/send-verification-email', { email, callbackURL: 'http://localhost:3000/in' });
    expect(await follow(await linkTo(email))).toMatchObject({
      status: 302,
      text: 'http://localhost:3000/in',
    });
  });

  test.each([
    'http://app.example.com/',
    'https://app.example.com:444/',
    'https://sub.app.example.com/',
    'https://app.example.com.evil.example/',
    'https://app.example.com@evil.example/',
    'http://localhost:3001/',
    'https://other.example/',
  ])('is no other: %s', expectRefused);

  test.each([
    '/l/evil',
    '/L/evil',
    '//l/evil',
    '/%6c/evil',
    '/a/%2e%2e/l/evil',
    '/a/..%2fl/evil',
    '/v1/deep-link?slug=evil',
    '/v1/deep-link/?slug=evil',
    '/V1/Deep-Link?slug=evil',
    '/functions/v1/deep-link?slug=evil',
  ])('that is the service’s own still leads to no link: %s', (path) => expectRefused(OWN + path));

  test('that is the service’s own leads to what stands beside it', async () => {
    const { email } = await signUp(service);
    await ask('/send-verification-email', { email, callbackURL: `${OWN}/shop/in.html` });
    expect((await follow(await linkTo(email))).text).toBe(`${OWN}/shop/in.html`);
  });

  test('is refused while it is a domain of links, every path of which may be one', async () => {
    const { email } = await signUp(service);
    const callbackURL = 'https://go.example.com/in';
    expect((await ask('/send-verification-email', { email, callbackURL })).status).toBe(200);
    await addVerifiedDomain(tenant, outside, 'go.example.com');
    await expectRefused(callbackURL);
  });
});

describe('a link that hands its query over', () => {
  const { service, ask, expectRefused } = useAsking({});
  const tenant = perSuite(() => createTenant(service));

  test('is no way for a token, by any path at which links are followed', async () => {
    const { slug } = await createLink(tenant);
    for (const path of [`/l/${slug}`, `/v1/deep-link?slug=${slug}`, `/functions/v1/deep-link?slug=${slug}`]) {
      expect((await service.request(path)).status).toBe(302);
      await expectRefused(path);
    }
    expect((await ask(`/reset-password/x?callbackURL=/console/reset-password`)).status).toBe(302);
  });
});
