import { createElement, StrictMode, useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { Tributary } from '../../browser.ts';
import { TributaryProvider, useDeferredDeepLink, useTributary } from '../../react.ts';

// Bundled and run in a browser: an app that tracks an event when it is shown, and shows where its install came from.

function Level({ level }: { level: number }) {
  const tributary = useTributary<{ level_up: { level: number } }>();
  const link = useDeferredDeepLink();
  useEffect(() => {
    void tributary.trackEvent('level_up', { level }).then(() => tributary.flush());
  }, [tributary, level]);
  return createElement('p', {}, link?.path ?? 'no link');
}

const app = createElement(
  TributaryProvider<object>,
  {
    client: Tributary,
    apiKey: `svc_${'0'.repeat(64)}`,
    config: { ingestEndpoint: location.origin, autoSessions: false },
  },
  createElement(Level, { level: 1 }),
  createElement(Level, { level: 2 }),
);
const root = createRoot(document.body.appendChild(document.createElement('div')));
root.render(new URLSearchParams(location.search).has('strict') ? createElement(StrictMode, {}, app) : app);
