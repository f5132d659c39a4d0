import type { Letter } from '../../../net/mail/person-mailer.ts';

// None has a person's name: whoever signs up with somebody else's address could put any text there.
const letter = (subject: string, lines: readonly string[]): Letter => ({
  subject,
  text: ['Hello,', ...lines, ''].join('\n\n'),
});

/** To who asked for a new password. */
export function resetLetter(url: string): Letter {
  return letter('Set a new password', [
    'someone asked for a new password for your account. Within an hour you can set one here:',
    url,
    'The link works once. A new password ends every session. Access tokens outlive it: where someone else may have used ' +
      'your account, revoke those as well.',
    'If it was not you, do nothing: your password stays as it is.',
  ]);
}

/** To an address that is to be confirmed. */
export function verifyLetter(url: string): Letter {
  return letter('Confirm your e-mail address', [
    'please confirm that this is your address. The link works for a day:',
    url,
    'If you did not ask for this, do nothing.',
  ]);
}

/** To the new address of a change. */
export function changeLetter(url: string): Letter {
  return letter('Confirm your e-mail address', [
    'please confirm that this is your new address. The link works once, and for a day:',
    url,
    'If you did not ask for this, do nothing.',
  ]);
}

/** To the present address of a change, where it was confirmed once. */
export function agreeLetter(newEmail: string, url: string): Letter {
  return letter('Confirm your new e-mail address', [
    `someone who is signed in as you wants to replace this address by ${newEmail}. If it was you, confirm it here; ` +
      'a link to the new address follows:',
    url,
    'If it was not you, do not follow the link, and change your password.',
  ]);
}
