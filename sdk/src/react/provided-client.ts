import type { TributaryClient } from '../client/tributary-client.ts';

/** A client of any platform, without `init`, which the provider calls. */
export type ProvidedClient = Omit<TributaryClient<never>, 'init'>;

/** Components must not fail with what they track: where the client stays inactive, nothing is recorded, as its log says. */
export function createProvidedClient(client: ProvidedClient): ProvidedClient {
  const { trackEvent, screen, identify } = client;
  const orNothing =
    <Given extends unknown[]>(call: (...given: Given) => Promise<void>) =>
    async (...given: Given) =>
      client.isInitialised() ? call(...given) : undefined;
  return {
    ...client,
    trackEvent: orNothing(trackEvent) as ProvidedClient['trackEvent'],
    screen: orNothing(screen) as ProvidedClient['screen'],
    identify: orNothing(identify),
  };
}
