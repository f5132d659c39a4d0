import type { ReactNode } from 'react';
import { consoleLog } from './platform/console-log.ts';
import { ABSENT_CLIENT } from './react/absent-client.ts';

// What `@tributary/sdk/react` is in server components, where React has neither contexts nor hooks: they are shown all the same.

export type { EventMap, WithEvents } from './client/with-events.ts';
export type { ProvidedClient } from './react/provided-client.ts';

/** Shows what is below it. */
export function TributaryProvider({ children }: { children?: ReactNode }): ReactNode {
  say('TributaryProvider starts nothing');
  return children;
}

/** A client that records nothing. */
export function useTributary(): typeof ABSENT_CLIENT {
  say('useTributary records nothing');
  return ABSENT_CLIENT;
}

/** There is none. */
export const useDeferredDeepLink = (): null => null;

const said = new Set<string>();

function say(what: string): void {
  if (!said.has(what))
    consoleLog('ERROR', `${what} in a server component: use it in a file that begins with 'use client'`);
  said.add(what);
}
