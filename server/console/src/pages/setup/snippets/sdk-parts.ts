import { isInsecure } from './reach.ts';
import type { SnippetFacts, SnippetPart } from './snippet.ts';

/** Of what runs on phones, web pages too: a first event that waits for Wi-Fi seems lost. */
export const ANY_NETWORK = ['// Otherwise events wait for Wi-Fi.', 'wifiOnlyMode: false,'] as const;

/** The line that installs the SDK, from the service itself, with what it uses besides. */
export function installSdk({ service }: SnippetFacts, besides: readonly string[] = []): SnippetPart {
  const lines = [`npm install ${service}/packages/sdk.tgz`, ...besides];
  return { title: 'In a terminal', text: lines.join(' \\\n  ') };
}

/** The options of `init` that lead to this service, as lines of a program. */
export function optionLines({ service }: SnippetFacts, ...more: string[]): string[] {
  return [
    `ingestEndpoint: '${service}/v1/ingest',`,
    ...(isInsecure(service) ? ['allowInsecure: true,'] : []),
    ...more,
    'debug: true,',
  ];
}

/** What a phone's app runs when it starts. */
export function phoneProgram(facts: SnippetFacts): string {
  const options = optionLines(facts, ...ANY_NETWORK);
  return `import { Tributary } from '@tributary/sdk';

Tributary.init({ appVersion: '1.0.0' }, '${facts.apiKey}', {
${options.map((line) => `  ${line}`).join('\n')}
});
Tributary.trackEvent('open');
Tributary.flush();`;
}
