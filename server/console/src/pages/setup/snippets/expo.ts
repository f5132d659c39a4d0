import { installSdk, phoneProgram } from './sdk-parts.ts';
import type { Snippet } from './snippet.ts';

const MODULES =
  '@react-native-async-storage/async-storage expo-application expo-battery expo-device expo-network';

/** Expo chooses the versions of the modules itself; all of these are in Expo Go. */
export const expo: Snippet = {
  id: 'expo',
  name: 'Expo',
  page: 'sdk/react-native',
  isOnPhone: true,
  parts: (facts) => {
    const { title, text } = installSdk(facts);
    return [
      { title, text: `npx expo install ${MODULES}\n${text}` },
      { title: 'At the top of index.ts', text: phoneProgram(facts) },
    ];
  },
};
