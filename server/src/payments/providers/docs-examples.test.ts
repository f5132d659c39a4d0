import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { readBody } from '../testing/read-body.ts';
import { PROVIDERS } from './providers.ts';

const SECRET = 'secret-of-the-page';
const page = (name: string) =>
  readFileSync(new URL(`../../../../docs/payments/${name.replace('_', '-')}.md`, import.meta.url), 'utf8');
const examplesOf = (name: string) =>
  [...page(name).matchAll(/```sh\n(.*?)```/gs)].map(([, code]) => code ?? '');

/** Runs an example, returning curl's arguments instead of sending the request. */
function run(example: string): string[] {
  const script = `curl() { printf '%s\\0' "$@"; }\n${example}`;
  const env = { PATH: process.env.PATH, SECRET, BASE: 'http://host', APP_ID: 'app' };
  return spawnSync('sh', ['-c', script], { env, encoding: 'utf8' }).stdout.split('\0');
}

const hasOpenssl = spawnSync('openssl', ['version']).status === 0;

describe.skipIf(!hasOpenssl).each(PROVIDERS.map((provider) => [provider.name, provider] as const))(
  'the page of %s',
  (name, provider) => {
    test('has examples whose signatures and bodies are valid', () => {
      const examples = examplesOf(name);
      expect(examples.length).toBeGreaterThan(0);
      for (const example of examples) {
        const [, address, , header = '', , body = ''] = run(example);
        expect(address).toBe(`http://host/v1/payment-webhook?app_id=app&provider=${name}`);
        const [headerName, value] = header.split(': ');
        const delivery = {
          header: (asked: string) => (asked === headerName ? value : undefined),
          rawBody: Buffer.from(body),
        };
        expect(provider.verify(delivery, SECRET, Date.now())).toBeNull();
        expect(provider.verify(delivery, 'another', Date.now())).not.toBeNull();
        expect(['payment', 'reversal']).toContain(readBody(name, body).kind);
      }
    });
  },
);
