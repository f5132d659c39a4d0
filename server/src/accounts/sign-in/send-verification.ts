import { verifyUrl } from '../../platform/auth/session/mailed-links/link-url.ts';
import { type MailParts, mailVerification } from '../../platform/auth/session/mailed-links/mail-link.ts';
import type { Services } from '../../platform/services.ts';
import { consoleUrl } from '../../platform/settings/console-url.ts';

/** Where a link leads when it was followed, unless the client said. */
export const verifiedPage = (config: Services['config']): string => consoleUrl(config, '/verify');

/**
 * Mails a link that confirms an address.
 *
 * @param person whose address it is; without an id whoever has it
 */
export async function sendVerification(
  services: Services,
  person: { email: string; id?: string },
  callbackUrl = verifiedPage(services.config),
): Promise<void> {
  const parts = mailParts(services, (token) => verifyUrl(services.config, callbackUrl, token));
  await mailVerification(parts, { ...person, email: person.email.toLowerCase() });
}

/** @param urlOf the URL of a link with a token */
export function mailParts(
  { workPool, mailer, clock }: Services,
  urlOf: (token: string) => string,
): MailParts {
  return { pool: workPool, mailer, now: clock(), urlOf };
}
