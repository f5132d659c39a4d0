import { ROLES } from '@tributary/db/accounts/team-member.entity';
import { z } from 'zod';
import { text } from '../../platform/http/procedures/argument-types.ts';

export const role = z.enum(ROLES, `must be one of ${ROLES.join(', ')}`);

const MAX_AVATAR = 2048;
const SCHEME = /^\s*[a-z][a-z0-9+.-]*:/i;

/** An http or https URL of a picture, or text such as an emoji. No other URL, since tools display it. */
export const avatar = text(MAX_AVATAR).refine(
  (given) => !SCHEME.test(given) || z.url({ protocol: /^https?$/ }).safeParse(given).success,
  'must be an http or https URL, or text',
);

/** In lower case, as sign-in stores e-mail addresses. */
export const emailAddress = z
  .string()
  .trim()
  .toLowerCase()
  .max(254, 'must be 254 characters or fewer')
  .pipe(z.email('must be an e-mail address'));
