import { installSdk, phoneProgram } from './sdk-parts.ts';
import type { Snippet } from './snippet.ts';

const MODULES = '@react-native-async-storage/async-storage @react-native-community/netinfo';

/** Expo chooses the versions of the modules itself; these two are in Expo Go. */
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
