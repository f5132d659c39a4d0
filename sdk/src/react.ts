import {
  createContext,
  createElement,
  type ReactElement,
  type ReactNode,
  useContext,
  useState,
  useSyncExternalStore,
} from 'react';
import { onePerProgram } from './client/one-per-program.ts';
import type { TributaryClient } from './client/tributary-client.ts';
import type { EventMap, WithEvents } from './client/with-events.ts';
import type { ClientConfig } from './config/client-config.ts';
import type { DeferredDeepLink } from './deep-links/deferred-deep-link.ts';
import { consoleLog } from './platform/console-log.ts';
import { ABSENT_CLIENT } from './react/absent-client.ts';
import { createLinkStore, type LinkStore } from './react/link-store.ts';
import { createProvidedClient, type ProvidedClient } from './react/provided-client.ts';

export type { EventMap, WithEvents } from './client/with-events.ts';
export type { ProvidedClient } from './react/provided-client.ts';

interface Provided {
  client: ProvidedClient;
  link: LinkStore;
}

const ProvidedContext = onePerProgram('react', () => createContext<Provided | undefined>(undefined));

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
    return { client: createProvidedClient(client), link: createLinkStore(client) };
  });
  return createElement(ProvidedContext.Provider, { value: provided }, props.children);
}

/** A page goes on without what it tracks. */
const ABSENT: Provided = { client: ABSENT_CLIENT, link: createLinkStore(ABSENT_CLIENT) };
let isAbsenceSaid = false;

function useProvided(): Provided {
  const provided = useContext(ProvidedContext);
  if (provided) return provided;
  if (!isAbsenceSaid)
    consoleLog('ERROR', 'there is no TributaryProvider above a component: it records nothing');
  isAbsenceSaid = true;
  return ABSENT;
}

/**
 * The client of the `TributaryProvider` above, always the same one. Its methods never throw: without a provider, or where the
 * client is inactive, they record nothing, and the log says so.
 *
 * @example const tributary = useTributary<{ level_up: { level: number } }>()
 */
export function useTributary(): ProvidedClient;
export function useTributary<Events extends EventMap<Events>>(): WithEvents<ProvidedClient, Events>;
export function useTributary(): ProvidedClient {
  return useProvided().client;
}

/**
 * The link that led to the install, or null while there is none; it appears at most once per installation. It takes the
 * place of a listener that the app has set. Without a provider there is none.
 */
export function useDeferredDeepLink(): DeferredDeepLink | null {
  const { link } = useProvided();
  // While a page is rendered on a server, there is none.
  return useSyncExternalStore(link.subscribe, link.read, () => null);
}
