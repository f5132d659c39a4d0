import { z } from 'zod';
import { answersJson } from '../../../platform/http/route-facts.ts';
import { CONSOLE_PATH } from '../../../platform/settings/console-url.ts';
import type { Operation } from '../operation.ts';

const PATH = `${CONSOLE_PATH}/session`;
const OWN_PAGES = 'For pages of the console alone: a request of another origin is refused.';

/** What the console's pages ask for, beside the procedures. */
export const CONSOLE_OPERATIONS: readonly Operation[] = [
  {
    id: 'console_session_keep',
    method: 'post',
    path: PATH,
    facts: {
      tag: 'sign-in',
      summary: 'Keep or resume the session of the console',
      description: `Takes the token of a sign-in into a cookie that only this path gets; without a token, trades that cookie for the token. ${OWN_PAGES}`,
      security: [[], ['session']],
      answers: {
        ...answersJson(
          z.object({
            token: z.string().describe('The token of the session.'),
            apikey: z.string().describe('The service’s `ANON_KEY`.'),
          }),
          'The session.',
        ),
        204: { means: 'There is neither a token nor a cookie, or the cookie’s session is over.' },
      },
      fails: ['FORBIDDEN', 'RATE_LIMIT'],
    },
    errors: 'plain',
  },
  {
    id: 'console_session_end',
    method: 'delete',
    path: PATH,
    facts: {
      tag: 'sign-in',
      summary: 'End the session of the console',
      description: `Ends the session of the cookie, and clears the cookie. ${OWN_PAGES}`,
      security: [],
      answers: { 204: { means: 'There is no session any more.' } },
      fails: ['FORBIDDEN', 'RATE_LIMIT'],
    },
    errors: 'plain',
  },
];
