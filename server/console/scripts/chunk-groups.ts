import { resolve } from 'node:path';
import type { Rolldown } from 'vite';
import { DOORS } from '../src/frame/doors.ts';

type Group = Rolldown.CodeSplittingGroup;
type NameOf = Extract<Group['name'], (...given: never[]) => unknown>;
type Context = Parameters<NameOf>[1];

const SRC = resolve(import.meta.dirname, '../src');

/** So many pages share a small part that all may load it. */
const SHARED_BY = 4;

/**
 * Which parts are loaded as one file: a browser takes two to three milliseconds for each, also for those that it keeps. An
 * earlier group has what later ones share with it, so that none of them needs what is meant for others: a page of sign-in
 * loads `start`, `console` and `doors`, a page of an account `start`, `console`, `doors`, `frame` and `parts` beside its own.
 */
export const CHUNK_GROUPS: readonly Group[] = [
  together('start', inClosure(['start.ts'])),
  together('console', inClosure(['main.tsx'])),
  together('doors', outsidePages(inClosure(DOORS.map(({ path }) => `pages/${path}/${path}-page.tsx`)))),
  together('frame', inClosure(['frame/frame.tsx', 'frame/gate-page.tsx', 'frame/ask-ahead.ts'])),
  { ...together('parts', (id) => id.startsWith(SRC) && !id.includes('/charts/')), minShareCount: SHARED_BY },
].map((group, at, { length }) => ({ ...group, priority: length - at }));

type Test = (id: string, context: Context) => boolean;

function together(name: string, test: Test): Group {
  return { debugName: name, name: (id, context) => (test(id, context) ? name : null) };
}

function outsidePages(test: Test): Test {
  return (id, context) => !id.startsWith(resolve(SRC, 'pages')) && test(id, context);
}

/** Whether a module is one of these files, or imported by them through whatever others. */
function inClosure(files: readonly string[]): Test {
  let found: Set<string> | undefined;
  return (id, context) => {
    if (!found) {
      found = new Set(files.map((file) => resolve(SRC, file)));
      for (const known of found)
        for (const imported of context.getModuleInfo(known)?.importedIds ?? []) found.add(imported);
    }
    return found.has(id);
  };
}
