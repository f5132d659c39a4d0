import { Tributary } from '@tributary/sdk';
import { TributaryProvider } from '@tributary/sdk/react';
import * as Application from 'expo-application';
import { API_KEY, TRIBUTARY_URL } from './settings';
import { Shop } from './shop';

const config = {
  ingestEndpoint: `${TRIBUTARY_URL}/v1/ingest`,
  // Otherwise events wait for Wi-Fi.
  wifiOnlyMode: false,
  logLevel: 'ERROR',
} as const;

/** Starts the client at its first rendering, before anything below tracks. */
export function Root() {
  const context = { appVersion: Application.nativeApplicationVersion ?? '1.0.0' };
  return (
    <TributaryProvider client={Tributary} context={context} apiKey={API_KEY} config={config}>
      <Shop />
    </TributaryProvider>
  );
}
