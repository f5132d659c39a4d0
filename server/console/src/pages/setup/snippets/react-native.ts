import { installSdk, phoneProgram } from './sdk-parts.ts';
import type { Snippet } from './snippet.ts';

const MODULES = [
  '@react-native-async-storage/async-storage @react-native-community/netinfo',
  'react-native-device-info react-native-play-install-referrer',
];

/** React Native without Expo. */
export const reactNative: Snippet = {
  id: 'react-native',
  name: 'React Native',
  page: 'sdk/react-native',
  isOnPhone: true,
  parts: (facts) => [
    installSdk(facts, MODULES),
    { title: 'At the top of index.js', text: phoneProgram(facts) },
  ],
};
