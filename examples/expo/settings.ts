// Expo writes what begins with EXPO_PUBLIC_ into the app. Both are public: an app ships them.
declare const process: { env: { EXPO_PUBLIC_TRIBUTARY_URL?: string; EXPO_PUBLIC_API_KEY?: string } };

/** Without a slash at its end. On a phone, `127.0.0.1` is the phone. */
export const TRIBUTARY_URL = process.env.EXPO_PUBLIC_TRIBUTARY_URL ?? 'http://10.0.2.2:8787';

export const API_KEY = process.env.EXPO_PUBLIC_API_KEY ?? '';
