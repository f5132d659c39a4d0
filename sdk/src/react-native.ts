import { createPhoneClient } from './client/create-phone-client.ts';
import { onePerProgram } from './client/one-per-program.ts';
import { createReactNativePlatform } from './platform/react-native/create-react-native-platform.ts';
import { findNativeModules } from './platform/react-native/find-native-modules.ts';
import { createLinkSource } from './platform/react-native/link-source.ts';

export { IllegalStateException } from './client/illegal-state-exception.ts';
export type { EventMap, WithEvents } from './client/with-events.ts';
export type { DeepLinkListener, Opening } from './deep-links/openings/opening.ts';
export {
  createReactNativePlatform,
  type ReactNativeContext,
} from './platform/react-native/create-react-native-platform.ts';

/** The client of the app. */
export const Tributary = onePerProgram('react-native', () =>
  createPhoneClient(createReactNativePlatform, () => createLinkSource(findNativeModules().reactNative)),
);
