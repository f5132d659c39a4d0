import { isInsecure } from './reach.ts';
import type { Snippet } from './snippet.ts';

/** A page without a bundler: the service serves the script, which sends to where it came from. */
export const web: Snippet = {
  id: 'web',
  name: 'Web',
  page: 'sdk/web',
  parts: ({ service, apiKey }) => {
    const insecure = isInsecure(service) ? 'allowInsecure: true, ' : '';
    return [
      {
        title: 'In the page',
        text: `<script src="${service}/sdk.iife.js"></script>
<script>
  // Otherwise events wait for Wi-Fi.
  Tributary.init({ appVersion: '1.0.0' }, '${apiKey}', { ${insecure}wifiOnlyMode: false, debug: true });
  Tributary.trackEvent('open');
  Tributary.flush();
</script>`,
      },
    ];
  },
};
