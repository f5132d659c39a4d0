import { perSuite } from '../../../../testing/per-suite.ts';
import {
  startTestService,
  type TestService,
  type TestServiceOptions,
} from '../../../../testing/test-service.ts';
import { freshAddress, PASSWORD } from '../../../../testing/test-tenant.ts';
import {
  linkIn,
  startTestMailServer,
  type TestMailServer,
} from '../../../net/mail/testing/test-mail-server.ts';

/** What a sign-in endpoint answered. */
export interface Answer {
  readonly status: number;
  /** The session's token, if somebody was signed in. */
  readonly token: string | null;
  /** The Location, or the body. */
  readonly text: string;
}

interface FollowMailsOptions extends Pick<TestServiceOptions, 'clock' | 'outside'> {
  env?: Record<string, string>;
}

/** Two instances on one database that send to a mail server of the test's own, and what people do with the mails. */
export function useMails({ env, ...options }: FollowMailsOptions = {}) {
  const mails: TestMailServer = perSuite(startTestMailServer, (server) => server.close());
  const start = (databaseUrl?: string) =>
    startTestService({
      env: { SMTP_URL: mails.url, MAIL_FROM: 'a@example.com', ...env },
      ...options,
      ...(databaseUrl !== undefined && { databaseUrl }),
    });
  const service: TestService = perSuite(
    () => start(),
    (one) => one.close(),
  );
  const other: TestService = perSuite(
    () => start(service.databaseUrl),
    (one) => one.close(),
  );

  async function ask(path: string, body?: object, token?: string, on = service): Promise<Answer> {
    const response = await on.request(`/api/auth${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { 'x-forwarded-for': freshAddress(), ...(token && { authorization: `Bearer ${token}` }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    return {
      status: response.status,
      token: response.headers.get('set-auth-token'),
      text: response.headers.get('location') ?? (await response.text()),
    };
  }

  const signIn = (email: string, password: string = PASSWORD) => ask('/sign-in/email', { email, password });

  /** The link of the mail to an address, the first one by default. */
  const linkTo = async (email: string, index = 0) => linkIn((await mails.mailTo(email, index)).source);

  async function follow(link: string, on = service, token?: string): Promise<Answer> {
    const { pathname, search } = new URL(link);
    return ask(pathname.replace(/^.*\/api\/auth/, '') + search, undefined, token, on);
  }

  return { mails, service, other, ask, signIn, linkTo, follow };
}

/** Whether following a link worked. */
export const worked = ({ status, text }: Answer): boolean => status === 302 && !text.includes('error=');
