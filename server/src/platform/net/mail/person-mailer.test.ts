import { afterEach, expect, test, vi } from 'vitest';
import { createTenant, PASSWORD, signUp } from '../../../testing/test-tenant.ts';
import { useMails, worked } from '../../auth/session/testing/follow-mails.ts';
import { linkIn, tokenIn } from './testing/test-mail-server.ts';

const HOUR = 3_600_000;
const { mails, service, ask, signIn, follow } = useMails({ env: { REQUIRE_VERIFIED_EMAIL: '0' } });
const strict = useMails({ env: { REQUIRE_VERIFIED_EMAIL: '1' } });
afterEach(() => vi.useRealTimers());

/** Waits until that many mails have arrived, and then until another has, which would come after one too many. */
async function sentTo(address: string, least: number, on = { mails, service }): Promise<number> {
  const arrived = () =>
    on.mails.mails.filter(({ to }) => to.some((one) => one.toLowerCase() === address)).length;
  await expect.poll(arrived).toBeGreaterThanOrEqual(least);
  const probe = `probe-${Math.random().toString(36).slice(2)}@example.com`;
  await on.service.services.mailer.sendTo(probe, () => ({ subject: 'Probe', text: 'x' }));
  await on.mails.mailTo(probe);
  await new Promise((resolve) => setTimeout(resolve, 100));
  return arrived();
}

test('an address gets five mails an hour, whatever causes them and however it is spelled', async () => {
  const tenant = await createTenant(service);
  const { email } = await signUp(service);
  const invite = (p_email: string) =>
    tenant.owner.rpc('create_invitation', { p_team_id: tenant.teamId, p_email, p_role: 'viewer' });
  const owner = tenant.owner.email;
  const answers = [];
  for (const spelling of [email, email.toUpperCase(), email.replace('p', 'P')]) {
    answers.push((await ask('/request-password-reset', { email: spelling })).status);
    answers.push((await ask('/send-verification-email', { email: spelling })).status);
    const invited = await invite(spelling);
    answers.push(invited.status);
    // Whoever invites is not stopped, and can pass the token on.
    expect(await invited.json()).toMatchObject({
      token: expect.stringMatching(/^svi_/),
      url: expect.any(String),
    });
  }
  expect(answers).toEqual(Array(9).fill(200));
  expect(await sentTo(email, 5)).toBe(5);
  expect((await ask('/request-password-reset', { email: owner })).status).toBe(200);
  expect(await sentTo(owner, 1)).toBe(1);
});

test('nineteen sign-ins of who has not confirmed an address send four mails after that of the sign-up', async () => {
  const email = `unconfirmed-${Math.random().toString(36).slice(2)}@example.com`;
  await strict.ask('/sign-up/email', { email, password: PASSWORD, name: 'P' });
  for (let turn = 0; turn < 19; turn++)
    expect((await strict.signIn(turn % 2 ? email : email.toUpperCase())).status).toBe(403);
  expect(await sentTo(email, 5, strict)).toBe(5);
});

test('a request whose mail is not sent leaves the last link as it is', async () => {
  const { email } = await signUp(service);
  for (let turn = 0; turn < 7; turn++) await ask('/request-password-reset', { email });
  expect(await sentTo(email, 5)).toBe(5);
  const token = tokenIn((await mails.mailTo(email, 4)).source);
  expect((await ask('/reset-password', { token, newPassword: 'another-long-password' })).status).toBe(200);
  expect((await signIn(email, 'another-long-password')).status).toBe(200);
});

test('a change of address counts for whom it mails, at each of its steps', async () => {
  const person = await signUp(service);
  await service.services.workPool.query('update auth_users set email_verified = true where id = $1', [
    person.userId,
  ]);
  const newEmail = `new-${person.email}`;
  const change = () => ask('/change-email', { newEmail, password: PASSWORD }, person.token);
  for (let turn = 0; turn < 5; turn++) {
    expect((await change()).status).toBe(200);
    expect(worked(await follow(linkIn((await mails.mailTo(person.email, turn)).source)))).toBe(true);
  }
  expect((await change()).status).toBe(200);
  expect([await sentTo(person.email, 5), await sentTo(newEmail, 5)]).toEqual([5, 5]);
});

test('the sixth mail goes out when the hour is over', async () => {
  const { email } = await signUp(service);
  for (let turn = 0; turn < 6; turn++) await ask('/request-password-reset', { email });
  expect(await sentTo(email, 5)).toBe(5);
  const began = Date.now();
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.setSystemTime(began + 0.9 * HOUR);
  await ask('/request-password-reset', { email });
  vi.setSystemTime(began + 1.1 * HOUR);
  await ask('/request-password-reset', { email });
  await mails.mailTo(email, 5);
  expect(await sentTo(email, 6)).toBe(6);
});
