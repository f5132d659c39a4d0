import type { Hono } from 'hono';
import { renderPage } from '../http/answers/render-page.ts';
import type { AppEnv } from '../http/function-route.ts';
import { RESET_PAGE_PATH } from '../session/mailed-links/link-url.ts';

const PAGE = renderPage(
  'Set a new password',
  'It needs 10 to 128 characters.',
  `<form><label>New password
<input name="password" type="password" autocomplete="new-password" minlength="10" maxlength="128" required></label>
<button>Set password</button></form><p role="status"></p>
<script type="module" src="${RESET_PAGE_PATH}.js"></script>`,
);

/** The token stands behind the \`#\`, which browsers never send, and is taken from there at once. */
const SCRIPT = `const token = location.hash.slice(1);
history.replaceState(null, '', location.pathname);
const status = document.querySelector('[role=status]');
const form = document.querySelector('form');
form.addEventListener('submit', async (event) => {
  event.preventDefault();
  const body = JSON.stringify({ token, newPassword: form.elements.password.value });
  const headers = { 'content-type': 'application/json' };
  try {
    const response = await fetch('/api/auth/reset-password', { method: 'POST', headers, body });
    const answer = await response.json();
    status.textContent = response.ok
      ? 'Your password is set. Sign in with it; everybody who was signed in as you no longer is. Access tokens keep working: revoke those you do not know.'
      : 'It could not be set: ' + answer.error + '. Ask for another link if this one is older than an hour.';
    if (response.ok) form.remove();
  } catch {
    status.textContent = 'The service cannot be reached. Please try again shortly.';
  }
});
`;

const POLICY =
  "default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'unsafe-inline'; base-uri 'none'; " +
  "form-action 'none'; frame-ancestors 'none'";

/** Our own page for a new password, for who was mailed a link and has no other place to go. */
export function mountResetPage(app: Hono<AppEnv>): void {
  app.get(RESET_PAGE_PATH, (c) =>
    c.html(PAGE, 200, {
      'Content-Security-Policy': POLICY,
      'Referrer-Policy': 'no-referrer',
      'Cache-Control': 'no-store',
    }),
  );
  app.get(`${RESET_PAGE_PATH}.js`, (c) =>
    c.body(SCRIPT, 200, { 'Content-Type': 'text/javascript; charset=utf-8' }),
  );
}
