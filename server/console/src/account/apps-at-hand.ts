import type { App } from './account.tsx';

/** The apps that something new can be made for: the one at hand, or those that are not turned off. */
export const appsAtHand = (apps: readonly App[], app: App | null): readonly App[] =>
  app ? [app] : apps.filter(({ active }) => active);
