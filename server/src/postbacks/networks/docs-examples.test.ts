import { spawnSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { NETWORKS } from './networks.ts';

const page = (name: string) =>
  readFileSync(
    new URL(`../../../../docs/postbacks/${name.replaceAll('_', '-')}.md`, import.meta.url),
    'utf8',
  );

/** The arguments of the page's calls of a procedure, as the shell would hand them on. */
function argumentsIn(name: string, procedure: string): Record<string, unknown>[] {
  const calls = [...page(name).matchAll(new RegExp(`rpc ${procedure} "((?:[^"\\\\]|\\\\.)*)"`, 'gs'))];
  return calls.map(([, text = '']) => JSON.parse(text.replaceAll('\\"', '"')) as Record<string, unknown>);
}

describe.each(NETWORKS.map((network) => [network.format, network] as const))(
  'the page of %s',
  (format, network) => {
    test('makes a config that its format takes', () => {
      const [args] = argumentsIn(format, 'create_ad_network_config');
      expect(args).toMatchObject({ p_postback_format: format, p_event_types: expect.any(Array) });
      network.settings.parse(args?.p_settings ?? {});
      const needsChannel = network.defaultChannel === null && !network.takesEveryInstall;
      expect('p_channel' in (args ?? {})).toBe(needsChannel);
      expect('p_postback_url' in (args ?? {})).toBe(network.origin === null);
    });

    test('sets a credential where one is needed', () => {
      expect(argumentsIn(format, 'set_ad_network_credential')).toHaveLength(network.needsCredential ? 1 : 0);
    });

    test('names every setting', () => {
      const { properties = {} } = z.toJSONSchema(network.settings as z.ZodType, { io: 'input' });
      for (const setting of Object.keys(properties)) expect(page(format)).toContain(`\`${setting}\``);
    });
  },
);

const SECRET = 'a-signing-secret';
const BODY = '{"event_type":"install","name":"blé"}';
const STAMP = '1769860800';
const DIGEST = createHmac('sha256', SECRET).update(`${STAMP}.${BODY}`).digest('hex');
const example = (language: string) =>
  new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, 's').exec(page('canonical'))?.[1] ?? '';

describe('the page of canonical verifies a signature', () => {
  test.skipIf(spawnSync('openssl', ['version']).status !== 0).each([
    [DIGEST, 'genuine'],
    [DIGEST.replace(/^./, (digit) => (digit === '0' ? '1' : '0')), ''],
  ])('in a shell: %s', (GIVEN, expected) => {
    const env = { PATH: process.env.PATH, SECRET, BODY, STAMP, GIVEN };
    expect(spawnSync('sh', ['-c', example('sh')], { env, encoding: 'utf8' }).stdout.trim()).toBe(expected);
  });

  test('in Node.js', async () => {
    const url = `data:text/javascript,${encodeURIComponent(example('js'))}`;
    const { isGenuine } = (await import(/* @vite-ignore */ url)) as {
      isGenuine(header: string, body: string, secret: string, now: number): boolean;
    };
    const at = Number(STAMP) * 1000;
    expect(isGenuine(`t=${STAMP},v1=${DIGEST}`, BODY, SECRET, at + 300_000)).toBe(true);
    expect(isGenuine(`t=${STAMP},v1=${DIGEST}`, BODY, SECRET, at + 301_000)).toBe(false);
    expect(isGenuine(`t=${STAMP},v1=${DIGEST}`, `${BODY} `, SECRET, at)).toBe(false);
    expect(isGenuine('t=1,v1=x', BODY, SECRET, at)).toBe(false);
  });
});
