import { installSdk, optionLines } from './sdk-parts.ts';
import type { Snippet } from './snippet.ts';

/** A program that sends one event and ends. */
export const node: Snippet = {
  id: 'node',
  name: 'Node',
  page: 'sdk/node',
  parts: (facts) => [
    installSdk(facts),
    {
      title: 'first.mjs, to be run with: node first.mjs',
      text: `import { Tributary } from '@tributary/sdk';

Tributary.init({ directory: './.tributary' }, '${facts.apiKey}', {
${optionLines(facts)
  .map((line) => `  ${line}`)
  .join('\n')}
});
Tributary.identify('user-1');
Tributary.trackEvent('open');
await Tributary.flush();
await Tributary.close();`,
    },
  ],
};
