import { totpOf } from '../../platform/auth/session/testing/totp.ts';
import { linkIn, type TestMailServer, tokenIn } from '../../platform/net/mail/testing/test-mail-server.ts';
import { invite } from '../invite.ts';
import type { TestService } from '../test-service.ts';
import { createTenant, PASSWORD, type Person, signUp, trySignIn } from '../test-tenant.ts';

/** What takes the place of an example's invented values, and who sends it. */
interface Real {
  /** The bearer token; by default that of the tenant whose examples are sent. */
  readonly token?: string;
  /** By their names in the body, the query or the path. */
  readonly values?: Readonly<Record<string, string>>;
}

interface World {
  readonly service: TestService;
  readonly mails: TestMailServer;
}

type Make = (world: World) => Promise<Real>;

/** By the operation: makes what its example can only invent, such as a mailed token, a code or a session that may end. */
export const REAL_VALUES: Readonly<Record<string, Make>> = {
  auth_sign_out: withSession,
  auth_revoke_sessions: withSession,
  auth_revoke_other_sessions: withSession,
  auth_revoke_session: namedSession,
  auth_change_password: withPassword('currentPassword'),
  auth_change_email: withPassword('password'),
  auth_reset_password: mailedReset,
  auth_reset_password_link: mailedReset,
  auth_verify_email: mailedVerification,
  auth_two_factor_enable: withPassword('password'),
  auth_two_factor_disable: withSecondFactor,
  auth_two_factor_generate_backup_codes: withSecondFactor,
  auth_two_factor_verify_totp: firstCode,
  auth_two_factor_verify_backup_code: recoveryCode,
  accept_invitation: invitation,
  delete_my_account_data: accountName,
};

async function answerOf<Body>(pending: Promise<Response>): Promise<Body> {
  const response = await pending;
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
  return (await response.json()) as Body;
}

const ask = <Body>(person: Person, path: string, body: object) =>
  answerOf<Body>(person.post(`/api/auth${path}`, body));

async function withSession({ service }: World): Promise<Real> {
  return { token: (await signUp(service)).token };
}

function withPassword(name: string): Make {
  return async (world) => ({ ...(await withSession(world)), values: { [name]: PASSWORD } });
}

async function namedSession({ service }: World): Promise<Real> {
  const person = await signUp(service);
  const [session] = await answerOf<{ token: string }[]>(person.get('/api/auth/list-sessions'));
  return { token: person.token, values: { token: session?.token ?? '' } };
}

async function mailedReset({ service, mails }: World): Promise<Real> {
  const person = await signUp(service);
  await ask(person, '/request-password-reset', { email: person.email });
  return { values: { token: tokenIn((await mails.mailTo(person.email)).source) } };
}

async function mailedVerification({ service, mails }: World): Promise<Real> {
  const person = await signUp(service);
  await ask(person, '/send-verification-email', { email: person.email });
  const link = linkIn((await mails.mailTo(person.email)).source);
  return { values: { token: new URL(link).searchParams.get('token') ?? '' } };
}

/** A person whose second factor is on after the first code. */
async function startSecondFactor(service: TestService) {
  const person = await signUp(service);
  const { totpURI, backupCodes } = await ask<{ totpURI: string; backupCodes: string[] }>(
    person,
    '/two-factor/enable',
    { password: PASSWORD },
  );
  return { person, code: totpOf(totpURI), backupCodes };
}

async function firstCode({ service }: World): Promise<Real> {
  const { person, code } = await startSecondFactor(service);
  return { token: person.token, values: { code } };
}

async function haveSecondFactor(service: TestService) {
  const { person, code, backupCodes } = await startSecondFactor(service);
  const verified = await person.post('/api/auth/two-factor/verify-totp', { code });
  const token = verified.headers.get('set-auth-token');
  if (token === null) throw new Error(`no second factor: ${verified.status} ${await verified.text()}`);
  return { email: person.email, token, backupCodes };
}

async function withSecondFactor({ service }: World): Promise<Real> {
  const { token } = await haveSecondFactor(service);
  return { token, values: { password: PASSWORD } };
}

async function recoveryCode({ service }: World): Promise<Real> {
  const { email, backupCodes } = await haveSecondFactor(service);
  const half = await answerOf<{ twoFactorToken: string }>(trySignIn(service, email, PASSWORD));
  return { token: '', values: { twoFactorToken: half.twoFactorToken, code: backupCodes[0] ?? '' } };
}

async function invitation({ service }: World): Promise<Real> {
  const [tenant, person] = [await createTenant(service), await signUp(service)];
  const { token } = await invite(tenant, person.email);
  return { token: person.token, values: { p_token: token } };
}

async function accountName({ service }: World): Promise<Real> {
  const { owner } = await createTenant(service);
  const { items } = await answerOf<{ items: { name: string }[] }>(owner.rpc('list_accounts'));
  return { token: owner.token, values: { p_confirm: items[0]?.name ?? '' } };
}
