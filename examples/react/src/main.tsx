import { Tributary } from '@tributary/sdk';
import { TributaryProvider } from '@tributary/sdk/react';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Shop } from './shop';

const config = {
  ingestEndpoint: new URL('/v1/ingest', import.meta.env.TRIBUTARY_URL).href,
  pageViews: true,
  // Otherwise events of phones wait for Wi-Fi.
  wifiOnlyMode: false,
};

createRoot(document.getElementById('root') ?? document.body).render(
  <StrictMode>
    <TributaryProvider
      client={Tributary}
      context={{ appVersion: '1.0.0' }}
      apiKey={import.meta.env.API_KEY}
      config={config}
    >
      <Shop />
    </TributaryProvider>
  </StrictMode>,
);
