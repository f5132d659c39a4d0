import { ANY_NETWORK, installSdk, optionLines } from './sdk-parts.ts';
import type { Snippet } from './snippet.ts';

/** The provider around an app, and an event of its first component. */
export const react: Snippet = {
  id: 'react',
  name: 'React',
  page: 'sdk/react',
  parts: (facts) => [
    installSdk(facts),
    {
      title: 'main.tsx',
      text: `import { useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { Tributary } from '@tributary/sdk';
import { TributaryProvider, useTributary } from '@tributary/sdk/react';

function App() {
  const tributary = useTributary();
  useEffect(() => {
    tributary.trackEvent('open');
    tributary.flush();
  }, [tributary]);
  return <p>Hello</p>;
}

const config = {
${optionLines(facts, ...ANY_NETWORK)
  .map((line) => `  ${line}`)
  .join('\n')}
};

createRoot(document.body.appendChild(document.createElement('div'))).render(
  <TributaryProvider client={Tributary} apiKey="${facts.apiKey}" config={config}>
    <App />
  </TributaryProvider>,
);`,
    },
  ],
};
