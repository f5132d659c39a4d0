import { createClient } from './client/create-client.ts';
import { createReactNativePlatform } from './platform/react-native/create-react-native-platform.ts';

export { IllegalStateException } from './client/illegal-state-exception.ts';
export type { EventMap, WithEvents } from './client/with-events.ts';
export {
  createReactNativePlatform,
  type ReactNativeContext,
} from './platform/react-native/create-react-native-platform.ts';

/** The client of the app. */
export const Tributary = createClient(createReactNativePlatform);
