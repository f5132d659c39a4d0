import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createGetter, type Getter } from '../../platform/net/outbound/create-getter.ts';
import { makeCertificate } from '../../platform/net/outbound/testing/make-certificate.ts';
import { checkAppSiteAssociation } from './check-app-site-association.ts';
import { checkAssetLinks } from './check-asset-links.ts';
import { checkImage, checkPage } from './check-page.ts';
import type { CheckedLink } from './checked-link.ts';
import type { LinkCheck } from './link-check.ts';

// What phones’ makers and visitors get of a host, and what is said of it: over TLS, from a server of the test’s own.

interface Served {
  readonly status?: number;
  readonly type?: string | null;
  readonly location?: string;
  readonly body?: string;
}

const PRINT = Array.from({ length: 32 }, () => 'AB').join(':');
const OTHER_PRINT = Array.from({ length: 32 }, () => 'CD').join(':');
const APP_ID = 'TEAM123456.com.example.shop';

let served: Served = {};
let server: Server;
let getter: Getter;
let origin: (host?: string) => string;
const cas = getCACertificates('default');

beforeAll(async () => {
  const certificate = makeCertificate('go.example');
  setDefaultCACertificates([...cas, certificate.cert]);
  server = createServer(certificate, (request, response) => {
    const { status = 200, type = 'application/json', location, body = '' } = served;
    // A redirect leads to where there is a page.
    if (location !== undefined && request.url?.startsWith('/there'))
      return response.writeHead(200, { 'content-type': 'image/png' }).end('ok');
    const headers = { ...(type !== null && { 'content-type': type }), ...(location && { location }) };
    return response.writeHead(status, headers).end(body);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  origin = (host = 'go.example') => `https://${host}:${port}`;
  const parts = { allowLoopback: true, timeoutMs: 5000, maxBytes: 1024 * 1024 };
  getter = createGetter({ resolve: async () => ['127.0.0.1'], ...parts });
});
afterAll(() => {
  setDefaultCACertificates(cas);
  getter.close();
  server.closeAllConnections();
  server.close();
});

const APP = {
  bundleId: 'com.example.shop',
  settings: { certificate_fingerprints: [PRINT] },
  iosBundleId: 'com.example.shop',
  iosTeamId: 'TEAM123456',
  appStoreId: null,
};
const linkAt = (url: string, app: object = {}) =>
  ({ url, app: { ...APP, ...app }, known: {} }) as unknown as CheckedLink;
const told = (checks: readonly LinkCheck[]) => checks.map(({ status, detail }) => `${status}: ${detail}`);

const FILES = [
  ['assetlinks.json', checkAssetLinks],
  ['apple-app-site-association', checkAppSiteAssociation],
] as const;

const statement = (target: object = {}, relation = 'delegate_permission/common.handle_all_urls') =>
  JSON.stringify([
    {
      relation: ['delegate_permission/common.get_login_creds'],
      target: { namespace: 'web', site: 'https://x.example' },
    },
    {
      relation: [relation],
      target: {
        namespace: 'android_app',
        package_name: 'com.example.shop',
        sha256_cert_fingerprints: [OTHER_PRINT, PRINT],
        ...target,
      },
    },
  ]);
const applinks = (...details: object[]) => JSON.stringify({ applinks: { details } });

const hasOpenssl = spawnSync('openssl', ['version']).status === 0;
describe.skipIf(!hasOpenssl)('over TLS (skipped where there is no openssl)', () => {
  describe.each(FILES)('%s, however it is made', (name, check) => {
    const look = async (answer: Served, url = `${origin()}/spring`) => {
      served = answer;
      return check(getter, linkAt(url));
    };
    test.each([
      ['answers 404', { status: 404 }, 'answers 404'],
      ['answers 500', { status: 500 }, 'answers 500'],
      ['answers 401', { status: 401 }, 'answers 401'],
      ['is redirected', { status: 301, location: '/there' }, 'redirects to /there, which is not followed'],
      ['is a page', { body: '<!doctype html>', type: 'text/html' }, 'is not JSON'],
      ['is empty', { body: '' }, 'is not JSON'],
    ])('%s: an error', async (_what, answer, says) => {
      const [first, ...others] = await look(answer);
      expect(first).toMatchObject({
        check: 'association',
        status: 'error',
        fix: expect.stringMatching(/\.$/),
      });
      expect(first?.detail).toBe(`${origin()}/.well-known/${name}: ${says}`);
      expect(others).toEqual([]);
    });

    test.each([
      ['of another name', 'other.example', 'the certificate is of another name'],
      ['that is not https', 'http', 'is not https'],
    ])('on a host with a certificate %s: an error', async (_what, host, says) => {
      const url = host === 'http' ? 'http://go.example/spring' : `${origin(host)}/spring`;
      expect(told(await look({}, url))).toEqual([expect.stringMatching(new RegExp(`^error: .*${says}$`))]);
    });

    test('does not name the app: an error, which says whose file it is', async () => {
      served = { body: name === 'assetlinks.json' ? '[]' : applinks() };
      const link = linkAt(`${origin()}/spring`);
      const fixOf = async (isOnDomain: boolean) => (await check(getter, { ...link, isOnDomain }))[0]?.fix;
      expect(await fixOf(false)).toContain('allow-app-links');
      expect(await fixOf(true)).not.toContain('allow-app-links');
      expect(await fixOf(true)).toContain(`${new URL(origin()).host} pass /.well-known/${name} on`);
    });

    test.each([['text/plain'], [null]])('of the type %s is read, and it is said', async (type) => {
      const body = name === 'assetlinks.json' ? statement() : applinks({ appIDs: [APP_ID] });
      expect(told(await look({ type, body }))).toEqual([
        expect.stringMatching(/^warning: .*has the content type/),
        expect.stringMatching(/^ok: /),
      ]);
    });

    test('of another shape is an error', async () => {
      expect(told(await look({ body: '{"a":1}' }))).toEqual([
        expect.stringMatching(/^error: .* (is no list|has no applinks)/),
      ]);
    });
  });

  test.each([
    ['names the app with its certificates', statement(), 'ok: assetlinks.json names com.example.shop with'],
    [
      'names another app',
      statement({ package_name: 'com.example.other' }),
      'error: assetlinks.json does not name',
    ],
    [
      'asks for something else',
      statement({}, 'delegate_permission/common.get_login_creds'),
      'error: assetlinks.json does not name',
    ],
    [
      'has another certificate',
      statement({ sha256_cert_fingerprints: [OTHER_PRINT] }),
      `error: assetlinks.json names com.example.shop without ${PRINT}`,
    ],
    ['is empty', '[]', 'error: assetlinks.json does not name'],
  ])('assetlinks.json that %s', async (_what, body, says) => {
    served = { body };
    expect(told(await checkAssetLinks(getter, linkAt(`${origin()}/spring`)))).toEqual([
      expect.stringContaining(says),
    ]);
  });

  test.each([
    ['names the app for all', [{ appIDs: ['X.y', APP_ID] }], 'ok: '],
    ['names it the old way', [{ appID: APP_ID }], 'ok: '],
    ['names it for the path', [{ appIDs: [APP_ID], components: [{ '/': '/spr*' }] }], 'ok: '],
    [
      'leaves the path out first',
      [{ appIDs: [APP_ID], components: [{ '/': '/spring', exclude: true }, { '/': '*' }] }],
      'error: apple-app-site-association names TEAM123456.com.example.shop, but not for /spring',
    ],
    [
      'names it for other paths',
      [{ appIDs: [APP_ID], components: [{ '/': '/x/*' }] }],
      'but not for /spring',
    ],
    [
      'names another team',
      [{ appIDs: ['OTHER12345.com.example.shop'] }],
      `error: apple-app-site-association does not name ${APP_ID}`,
    ],
    ['is empty', [], 'error: apple-app-site-association does not name'],
  ])('apple-app-site-association that %s', async (_what, details, says) => {
    served = { body: applinks(...details) };
    const checks = await checkAppSiteAssociation(getter, linkAt(`${origin()}/spring`));
    expect(told(checks)).toEqual([expect.stringContaining(says)]);
  });

  test('apple-app-site-association of more than 128 KB is not read by Apple', async () => {
    const look = async (bytes: number) => {
      const body = applinks({ appIDs: [APP_ID] });
      served = { body: body + ' '.repeat(bytes - body.length) };
      return told(await checkAppSiteAssociation(getter, linkAt(`${origin()}/spring`)));
    };
    expect(await look(128 * 1024)).toEqual([expect.stringMatching(/^ok/)]);
    expect(await look(128 * 1024 + 1)).toEqual([expect.stringMatching(/^error: .*has more than 128 KB$/)]);
  });

  test('an app that opens no links is not looked for', async () => {
    const url = `${origin()}/spring`;
    served = { status: 500 };
    expect(told(await checkAssetLinks(getter, linkAt(url, { settings: {} })))).toEqual([
      'warning: the app names no certificates: links open in the browser',
    ]);
    expect(await checkAppSiteAssociation(getter, linkAt(url, { iosTeamId: null }))).toEqual([]);
    const inStore = linkAt(url, { iosTeamId: null, appStoreId: '1' });
    expect(told(await checkAppSiteAssociation(getter, inStore))).toEqual([
      expect.stringMatching(/^warning: the app has no bundle id/),
    ]);
  });

  const ABOUT = { platform: 'android', check: 'store_page' } as const;
  test.each([
    [{ status: 200 }, 'ok', 'answers 200'],
    [{ status: 302, location: '/there' }, 'ok', 'answers 200'],
    [{ status: 302, location: '/again' }, 'warning', 'redirects more than 5 times'],
    [{ status: 302, location: 'http://10.0.0.1/x' }, 'error', 'private or loopback'],
    [{ status: 403 }, 'warning', 'answers 403, at least to this service'],
    [{ status: 404 }, 'error', 'answers 404'],
    [{ status: 410 }, 'error', 'answers 410'],
    [{ status: 503 }, 'error', 'answers 503'],
  ])('a page of a store that answers %j is %s', async (answer, status, says) => {
    served = answer;
    const found = await checkPage(getter, ABOUT, `${origin()}/store`, 'Look.');
    expect(found).toMatchObject({ ...ABOUT, status, fix: status === 'ok' ? null : 'Look.' });
    expect(found.detail).toContain(says);
  });

  test.each([
    [{ type: 'image/png' }, 'ok'],
    [{ status: 302, location: '/there' }, 'ok'],
    [{ type: 'text/html' }, 'error'],
    [{ type: null }, 'error'],
    [{ status: 404, type: 'image/png' }, 'error'],
  ])('an image that answers %j is %s', async (answer, status) => {
    served = answer;
    expect(await checkImage(getter, `${origin()}/a.png`)).toMatchObject({ check: 'image', status });
  });
});
