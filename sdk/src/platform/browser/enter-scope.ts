import { CHOICE, FORGOTTEN, INSTALLATION_ID, UNTRACKED } from '../stored-values.ts';
import { ifPossible } from './if-possible.ts';
import { keyOf, peekLocal } from './local-values.ts';

/** Whose small values a client of the page uses. */
interface Scope {
  /** What their keys begin with. */
  prefix: string;
  /** Others may use it from now on. */
  leave(): void;
}

const USERS = Symbol.for('tributary.users');

/**
 * The small values of an origin are those of the first client of a page, and of any that comes in its place: a key that is
 * replaced keeps the installation. One that starts beside it is another app, and has its own from then on.
 *
 * @param name the queue's, which stands for the key
 */
export function enterScope(name: string): Scope {
  const page = globalThis as { [USERS]?: Set<[string]> };
  // Of the page: it may have loaded the SDK more than once.
  page[USERS] ??= new Set();
  const users = page[USERS];
  const prefix = `${name}.`;
  const isKnown = peekLocal(prefix + CHOICE) || peekLocal(prefix + INSTALLATION_ID);
  if (isKnown || [...users].some(([user]) => user !== name)) {
    // It may be the new key of one who was told not to track. Where that cannot be stored, it does not start.
    if (!isKnown && ifPossible(isAnyAgainst)) localStorage.setItem(keyOf(prefix + CHOICE), UNTRACKED);
    return { prefix, leave() {} };
  }
  const user: [string] = [name];
  users.add(user);
  return { prefix: '', leave: () => users.delete(user) };
}

/** Whether the visitor has told any client of the origin not to track them. */
const isAnyAgainst = () =>
  Object.entries<string>(localStorage).some(
    ([key, value]) =>
      key.startsWith(keyOf('')) && (key.endsWith(FORGOTTEN) || (key.endsWith(CHOICE) && value === UNTRACKED)),
  );
