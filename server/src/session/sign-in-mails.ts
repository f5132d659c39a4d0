import type { Mailer } from '../mail/mailer.ts';

interface Person {
  readonly email: string;
}

/** The mails that the sign-in library sends. */
export interface SignInMails {
  /** @param url redirects to the client's `redirectTo`, if it gave one */
  resetPassword(reset: { user: Person; url: string; token: string }): void;
  verifyAddress(verification: { user: Person; url: string }): void;
  confirmChange(change: { user: Person; newEmail: string; url: string }): void;
}

/** Path of our page for setting a new password. The token follows a `#`, so that browsers never send it to a server. */
export const RESET_PAGE_PATH = '/reset-password';

export function createSignInMails(mailer: Pick<Mailer, 'send'>, serviceUrl: string): SignInMails {
  // Without the user's name: whoever signs up with somebody else's address could put any text there.
  const send = ({ email }: Person, subject: string, lines: readonly string[]) =>
    mailer.send({ to: email, subject, text: ['Hello,', ...lines, ''].join('\n\n') });
  return {
    resetPassword({ user, url, token }) {
      const goesOn = new URL(url).searchParams.get('callbackURL') !== '';
      const link = goesOn ? url : `${serviceUrl}${RESET_PAGE_PATH}#${token}`;
      send(user, 'Set a new password', [
        'someone asked for a new password for your account. Within an hour you can set one here:',
        link,
        'If it was not you, do nothing: your password stays as it is.',
      ]);
    },
    verifyAddress({ user, url }) {
      send(user, 'Confirm your e-mail address', [
        'please confirm that this is your address. The link works for a day:',
        url,
        'If you did not ask for this, do nothing.',
      ]);
    },
    confirmChange({ user, newEmail, url }) {
      send(user, 'Confirm your new e-mail address', [
        `someone who is signed in as you wants to replace this address by ${newEmail}. If it was you, confirm it here; ` +
          'a link to the new address follows:',
        url,
        'If it was not you, do not follow the link, and change your password.',
      ]);
    },
  };
}
