import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createLink, type TestLink } from '../../testing/create-link.ts';
import { perSuite } from '../../testing/per-suite.ts';
import { createTenant, freshAddress, type Tenant } from '../../testing/test-tenant.ts';
import { useService } from '../../testing/use-service.ts';

const ANDROID = 'Mozilla/5.0 (Linux; Android 14; SM-A155F) AppleWebKit/537.36 (KHTML, like Gecko)';
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';
const SAFARI = 'Version/18.6 Mobile/15E148 Safari/604.1';
const MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)';
const CHROME = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';

/** By the names of the rows of the table in docs/links.md. */
const AGENTS: Record<string, readonly string[]> = {
  Android: [
    `${ANDROID} Chrome/142.0.0.0 Mobile Safari/537.36`,
    `${ANDROID} SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36`,
    'Mozilla/5.0 (Android 14; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0',
  ],
  'Android, inside another app': [
    `${ANDROID.replace('SM-A155F', 'SM-A155F; wv')} Version/4.0 Chrome/142.0.0.0 Mobile Safari/537.36`,
    `${ANDROID} Chrome/142.0.0.0 Mobile Safari/537.36 Instagram 350.0.0.0 Android`,
    `${ANDROID} Chrome/142.0.0.0 Mobile Safari/537.36 [FB_IAB/FB4A;FBAV/480.0.0.0;]`,
    `${ANDROID} Chrome/142.0.0.0 Mobile Safari/537.36 musical_ly_2023 BytedanceWebview`,
  ],
  iPhone: [`${IPHONE} ${SAFARI}`, `${IPHONE} CriOS/142.0.0.0 Mobile/15E148 Safari/604.1`],
  'iPhone, inside another app': [
    `${IPHONE} Mobile/15E148 Instagram 350.0.0.0 (iPhone15,2; iOS 18_6)`,
    `${IPHONE} Mobile/15E148 [FBAN/FBIOS;FBAV/480.0.0.0]`,
    `${IPHONE} Mobile/15E148`,
  ],
  'iPad that says so': [`${IPHONE} ${SAFARI}`.replace('iPhone;', 'iPad;').replace('iPhone OS', 'OS')],
  'iPad that calls itself a Mac': [`${MAC} Version/18.6 Safari/605.1.15`],
  'Mac, Windows, Linux, Chromebook': [
    `${MAC} Version/18.6 Safari/605.1.15`,
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROME}`,
    `Mozilla/5.0 (X11; Linux x86_64) ${CHROME}`,
    `Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${CHROME}`,
  ],
  'feature phone, inside another app or not': [
    'Mozilla/5.0 (Mobile; Nokia_8110_4G; rv:48.0) Gecko/48.0 Firefox/48.0 KAIOS/2.5',
    'Mozilla/5.0 (Mobile; Nokia_8110_4G; rv:48.0) Gecko/48.0 Firefox/48.0 KAIOS/2.5 [FBAN/KaiOS]',
  ],
  'anything else': [
    'Mozilla/5.0 (Mobile; Windows Phone 8.1; Android 4.0; ARM; Trident/7.0; rv:11.0) like iPhone OS 7_0_3',
    'curl/8.5.0',
  ],
  'preview of a messenger': [
    'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)',
    'WhatsApp/2.23.20.0',
    'TelegramBot (like TwitterBot)',
    'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)',
    `${MAC} facebookexternalhit/1.1 Facebot Twitterbot/1.0`,
  ],
  'other crawlers': [
    '',
    'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
    `${MAC} Version/17.4 Safari/605.1.15 (Applebot/0.1; +http://www.apple.com/go/applebot)`,
  ],
};

const service = useService();
const tenant = perSuite(() => createTenant(service));
const inStore = perSuite(async () => appInStore(await createTenant(service), {}));
const withCode = perSuite(async () => appInStore(await createTenant(service), { p_ios_clipboard: true }));

async function appInStore(owner: Tenant, args: object): Promise<Tenant> {
  const set = { p_app_id: owner.appId, p_app_store_id: '525463029', ...args };
  expect((await owner.owner.rpc('update_app', set)).status).toBe(200);
  return owner;
}

/** By the columns of the table: links that are so set, in each way that there is. */
const LINKS: Record<string, () => Promise<TestLink>[]> = {
  'no page': () => [createLink(tenant)],
  page: () => [createLink(tenant, { p_title: 'Spring' }), createLink(inStore)],
  'page, `p_ios_clipboard`': () => [createLink(withCode), createLink(withCode, { p_title: 'Spring' })],
  'page, and a rule holds': () => [
    createLink(withCode, { p_title: 'Spring', p_rules: [{ when: {}, url: 'https://example.com/rule' }] }),
  ],
};

const table = readFileSync(new URL('../../../../docs/links.md', import.meta.url), 'utf8')
  .split('\n\n')
  .find((block) => block.startsWith('| Browser |'));
const [header = [], , ...rows] = (table ?? '').split('\n').map((line) => line.slice(2, -2).split(' | '));

test('the table has every browser and setting', () => {
  expect(header.slice(1)).toEqual(Object.keys(LINKS));
  expect(rows.map(([name]) => name)).toEqual(Object.keys(AGENTS));
});

async function whatHappens(link: TestLink, agent: string, method = 'GET'): Promise<string> {
  const headers = { 'user-agent': agent, 'x-forwarded-for': freshAddress() };
  const response = await service.request(`/l/${link.slug}`, { method, headers });
  const page = await response.text();
  const { rows: clicks } = await service.services.workPool.query(
    'select excluded_because, code_hash is not null as has_code from clicks where link_id = $1',
    [link.id],
  );
  await service.services.workPool.query('delete from clicks where link_id = $1', [link.id]);
  const counted = clicks.filter(({ excluded_because }) => excluded_because === null);
  const code = page.includes('data-copy="tributary:') && counted[0]?.has_code ? [', code'] : [];
  return [
    response.status === 302 ? 'redirect' : response.status === 200 ? 'page' : String(response.status),
    ...(page.includes('class="scan"') ? [', QR'] : []),
    ...code,
    ...(counted.length === 0 ? [', no click'] : counted.length === 1 ? [] : [`, ${counted.length} clicks`]),
  ].join('');
}

test.each(header.slice(1))('a link with %s answers each browser as the table says', async (column) => {
  const links = await Promise.all(LINKS[column]?.() ?? []);
  const cell = header.indexOf(column);
  for (const link of links) {
    for (const row of rows) {
      for (const agent of AGENTS[row[0] ?? ''] ?? []) {
        expect([row[0], agent, await whatHappens(link, agent)]).toEqual([row[0], agent, row[cell]]);
      }
    }
  }
});

test('HEAD is answered as GET, and is no click', async () => {
  const link = await createLink(withCode);
  for (const [name, agent, expected] of [
    ['iPhone', `${IPHONE} ${SAFARI}`, 'page, no click'],
    ['Android', `${ANDROID} Chrome/142.0.0.0 Mobile Safari/537.36`, 'redirect, no click'],
  ] as const) {
    expect([name, await whatHappens(link, agent, 'HEAD')]).toEqual([name, expected]);
  }
});
