import {
  createContext,
  createElement,
  type ReactElement,
  type ReactNode,
  useContext,
  useState,
  useSyncExternalStore,
} from 'react';
import type { TributaryClient } from './client/tributary-client.ts';
import type { EventMap, WithEvents } from './client/with-events.ts';
import type { ClientConfig } from './config/client-config.ts';
import type { DeferredDeepLink } from './deep-links/deferred-deep-link.ts';
import { createLinkStore, type LinkStore } from './react/link-store.ts';

export type { EventMap, WithEvents } from './client/with-events.ts';

/** A client of any platform, without `init`, which the provider calls. */
export type ProvidedClient = Omit<TributaryClient<never>, 'init'>;

interface Provided {
  client: ProvidedClient;
  link: LinkStore;
}

const ProvidedContext = createContext<Provided | undefined>(undefined);

/** The client, and what its `init` takes. All count as they are at the first rendering. */
export interface TributaryProviderProps<Context> {
  /** `Tributary` from `@tributary/sdk`. */
  client: TributaryClient<Context>;
  apiKey: string;
  /** For example `{ appVersion: '1.2.0' }`. */
  context?: Context;
  config?: ClientConfig;
  children?: ReactNode;
}

/** Starts the client, and provides it to the components below. */
export function TributaryProvider<Context>(props: TributaryProviderProps<Context>): ReactElement {
  const [provided] = useState((): Provided => {
    const { client, context, apiKey, config } = props;
    // Not in an effect: those of the components below run earlier, and may track events.
    client.init(context ?? ({} as Context), apiKey, config);
    return { client, link: createLinkStore(client) };
  });
  return createElement(ProvidedContext.Provider, { value: provided }, props.children);
}

function useProvided(): Provided {
  const provided = useContext(ProvidedContext);
  if (!provided) throw new Error('there is no TributaryProvider above this component');
  return provided;
}

/**
 * The client of the `TributaryProvider` above, always the same one.
 *
 * @throws Error without a provider
 * @example const tributary = useTributary<{ level_up: { level: number } }>()
 */
export function useTributary(): ProvidedClient;
export function useTributary<Events extends EventMap<Events>>(): WithEvents<ProvidedClient, Events>;
export function useTributary(): ProvidedClient {
  return useProvided().client;
}

/**
 * The link that led to the install, or null while there is none; it appears at most once per installation. It takes the
 * place of a listener that the app has set.
 *
 * @throws Error without a provider
 */
export function useDeferredDeepLink(): DeferredDeepLink | null {
  const { link } = useProvided();
  // While a page is rendered on a server, there is none.
  return useSyncExternalStore(link.subscribe, link.read, () => null);
}
