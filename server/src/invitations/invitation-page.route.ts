import type { Hono } from 'hono';
import type { AppEnv } from '../http/function-route.ts';
import { renderPage } from '../http/render-page.ts';

const INVITATION_PAGE = renderPage(
  'You are invited',
  'To join the team, sign in to this service, or sign up, with the e-mail address that the invitation was made for. ' +
    'Then accept the invitation with its token: the part of this page’s address that follows the #. ' +
    'The token is like a password. It works once, and for nobody else.',
);

/** Mounts `GET /invitation`, which invitations link to. Their token is in the fragment and never gets here. */
export function mountInvitationPage(app: Hono<AppEnv>): void {
  app.get('/invitation', (c) => {
    c.header('Referrer-Policy', 'no-referrer');
    return c.html(INVITATION_PAGE);
  });
}
