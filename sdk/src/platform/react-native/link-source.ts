import type { LinkSource } from '../platform.ts';
import type { ReactNative } from './native-modules.ts';
import { within } from './within.ts';

const INITIAL_URL_MS = 2000;

/**
 * React Native's `Linking`; undefined without it.
 *
 * @param hosts of the service's links, if other URLs of the app must not be asked for
 */
export function createLinkSource(
  reactNative: Pick<ReactNative, 'Linking'> | undefined,
  hosts?: readonly string[],
): LinkSource | undefined {
  const { Linking } = reactNative ?? {};
  if (!Linking) return undefined;
  const known = hosts?.map((host) => host.toLowerCase());
  return {
    initialUrl: async () => (await within(INITIAL_URL_MS, () => Linking.getInitialURL())) ?? undefined,
    onUrl(listener) {
      const subscription = Linking.addEventListener('url', ({ url }) => listener(url));
      return () => subscription.remove();
    },
    isLink: (url) => !known || known.includes(/^\w+:\/\/([^/?#]*)/.exec(url)?.[1]?.toLowerCase() ?? ''),
  };
}
