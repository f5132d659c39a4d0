import { createStore } from '../http/create-store.ts';
import { sendJson } from '../http/send-json.ts';
import { ServiceError } from '../http/service-error.ts';
import { noteSession } from './expect-session.ts';

/** What requests of a signed-in person carry. Held in memory alone; see decisions/020-console-sessions.md. */
export interface Session {
  readonly token: string;
  readonly apikey: string;
  /** The token that this one replaces, of the same person. */
  readonly renews?: string;
}

/** Undefined until the service was asked; null for whoever is signed out. */
const session = createStore<Session | null | undefined>(undefined);
const PATH = '/console/session';
const channel = new BroadcastChannel('tributary-session');

/** The session, for components; null for whoever is signed out, undefined before that is known. */
export const useSession = session.use;

/** Headers that say who asks. @throws ServiceError for whoever is signed out */
export function credentials(): Record<string, string> {
  const current = session.get();
  if (!current) throw new ServiceError('You are signed out.', 401);
  return { apikey: current.apikey, authorization: `Bearer ${current.token}` };
}

let asking: Promise<Session | null> | undefined;

/** The session of this browser, asked for once. @throws ServiceError where the service cannot be reached */
export async function resumeSession(): Promise<Session | null> {
  const known = session.get();
  if (known !== undefined) return known;
  asking ??= askForSession().finally(() => {
    asking = undefined;
  });
  return asking;
}

function take(found: Session | null): void {
  session.set(found);
  noteSession(found !== null);
}

async function askForSession(): Promise<Session | null> {
  // Without a session the answer is empty.
  const { body } = await sendJson<Session | null>(PATH);
  take(body);
  return body;
}

/** Takes the token of a sign-in for this browser: for this tab, its other tabs, and after a reload. */
export async function adoptSession(token: string): Promise<void> {
  const { body } = await sendJson<Session>(PATH, { headers: { authorization: `Bearer ${token}` } });
  take(body);
  channel.postMessage('changed');
}

/** Takes the token that replaces the one at hand, of the same person: what was read stays. */
export async function renewSession(token: string): Promise<void> {
  const before = session.get();
  const { body } = await sendJson<Session>(PATH, { headers: { authorization: `Bearer ${token}` } });
  take(before ? { ...body, renews: before.token } : body);
  channel.postMessage('changed');
}

/** Ends the session itself, so that its token is worth nothing, here and in the other tabs. */
export async function signOut(): Promise<void> {
  await sendJson(PATH, { method: 'DELETE' });
  take(null);
  channel.postMessage('changed');
}

/** Asks anew after a request was refused for want of a session, and has the other tabs ask. */
export function doubtSession(): void {
  if (!session.get()) return;
  channel.postMessage('changed');
  void followBrowser();
}

/** Another tab has signed in or out, or doubts the session: what the browser has now counts. */
async function followBrowser(): Promise<void> {
  await askForSession().catch(() => undefined);
}
channel.addEventListener('message', () => void followBrowser());
