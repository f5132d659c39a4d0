import type { Hono } from 'hono';
import { renderPage } from '../http/answers/render-page.ts';
import type { AppEnv } from '../http/function-route.ts';

const INVITATION_PAGE = renderPage(
  'You are invited',
  'To join the team, sign in to this service, or sign up, with the e-mail address that was invited. ' +
    'Then accept the invitation with its token: the part of this page’s address after the #. ' +
    'Keep the token secret. It works once, and only for you.',
);

/** Mounts `GET /invitation`, the page that invitations link to. The token is in the fragment and never sent here. */
export function mountInvitationPage(app: Hono<AppEnv>): void {
  app.get('/invitation', (c) => {
    c.header('Referrer-Policy', 'no-referrer');
    return c.html(INVITATION_PAGE);
  });
}
