import type { Hono } from 'hono';
import { RESET_PAGE_PATH } from '../../session/sign-in-mails.ts';
import type { AppEnv } from '../function-route.ts';

const STYLE =
  'body{font:1.1rem/1.6 system-ui,sans-serif;max-width:24rem;margin:18vh auto;padding:0 1.5rem;color:#1c2b33}' +
  'h1{font-size:1.5rem}label,input,button{display:block;width:100%;font:inherit;box-sizing:border-box}' +
  'input,button{margin:.3rem 0 1rem;padding:.5rem}' +
  '@media(prefers-color-scheme:dark){body{background:#11181c;color:#dfe7ea}}';

const PAGE = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex"><title>Set a new password</title><style>${STYLE}</style></head>
<body><h1>Set a new password</h1>
<form><label for="password">New password, 10 to 128 characters</label>
<input id="password" type="password" autocomplete="new-password" minlength="10" maxlength="128" required>
<button>Set it</button></form><p role="status"></p>
<script type="module" src="${RESET_PAGE_PATH}.js"></script></body></html>`;

/** The token stands behind the \`#\`, which browsers send to nobody, and is taken from there at once. */
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
      ? 'Your password is set. Sign in with it; everybody who was signed in as you no longer is.'
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
