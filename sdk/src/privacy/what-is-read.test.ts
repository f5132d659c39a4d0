import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { createNodePlatform } from '../platform/node/create-node-platform.ts';
import { hasBrowser } from '../testing/chromium/chromium.ts';
import { inPage, openSdkPage, untilTestEnds } from '../testing/pages/sdk-page.ts';
import { setUpSite, useBrowser } from '../testing/pages/set-up-site.ts';
import { setUpPhone, startPhoneApp } from '../testing/start-phone-app.ts';
import { EVENT_FIELDS } from '../wire/event-fields.ts';

const PAGE = new URL('../../../docs/privacy.md', import.meta.url);
const PLATFORMS = ['web', 'android', 'ios', 'node'] as const;
const OF_A_PHONE =
  'Mozilla/5.0 (Linux; Android 14; SM-A155F) AppleWebKit/537.36 Chrome/142.0.0.0 Mobile Safari/537.36';
/** Of the members that the SDK sets, those that say something of the device. */
const OF_THE_DEVICE = [
  'installation_id',
  'idfv',
  'idfa',
  'referrer',
  'referrer_click_ts',
  'install_begin_ts',
  'device_fingerprint_components',
];

type Row = { readonly field: string } & Readonly<Record<(typeof PLATFORMS)[number], string>>;

/** The table "What the SDK reads" of docs/privacy.md. */
async function rowsOfThePage(): Promise<Row[]> {
  const page = await readFile(PAGE, 'utf8');
  const [, section = ''] = page.split('## What the SDK reads');
  const lines = (section.split('\n## ')[0] ?? '').split('\n').filter((line) => line.startsWith('| `'));
  return lines.map((line) => {
    const [field = '', ...cells] = line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim());
    const byPlatform = PLATFORMS.map((platform, at) => [platform, cells[at] ?? '']);
    return { field: field.replaceAll('`', ''), ...Object.fromEntries(byPlatform) } as Row;
  });
}

const readByItself = (rows: readonly Row[], platform: (typeof PLATFORMS)[number]) =>
  rows.filter((row) => row[platform].startsWith('itself')).map(({ field }) => field);

test('docs/privacy.md has a row for each member of an event that says something of the device', async () => {
  const set = Object.entries(EVENT_FIELDS).flatMap(([name, { setBy }]) => (setBy === 'device' ? [name] : []));
  expect((await rowsOfThePage()).map(({ field }) => field).sort()).toEqual([...set, ...OF_THE_DEVICE].sort());
});

test.each(['android', 'ios'] as const)(
  'without further packages, %s reads what the page says',
  async (os) => {
    const set = await setUpPhone();
    const { reactNative, asyncStorage } = set.phone.modules(os);
    if (!reactNative) throw new Error('there is no React Native');
    // An iPhone's constants name no model.
    const { constants: _, ...Platform } = reactNative.Platform;
    const modules = { reactNative: os === 'ios' ? { ...reactNative, Platform } : reactNative, asyncStorage };
    const app = startPhoneApp(set, {}, modules);
    app.trackEvent('install');
    await app.flush();
    const [event = {}] = set.service.accepted.values();
    const rows = await rowsOfThePage();
    const sent = rows.map(({ field }) => field).filter((field) => field in event);
    expect(sent).toEqual(readByItself(rows, os));
  },
);

test('Node reads what the page says', async () => {
  const device = await createNodePlatform({ directory: '/tmp' }).device();
  const read = readByItself(await rowsOfThePage(), 'node').filter((field) => field !== 'installation_id');
  expect(Object.keys(device)).toEqual(read);
});

describe.skipIf(!hasBrowser)('a page in Chromium', () => {
  const browser = useBrowser();

  test('reads what the page of privacy says', async () => {
    const { service, site } = await setUpSite(browser());
    // A phone's user agent names its model.
    const phone = untilTestEnds(await browser().newContext({ userAgent: OF_A_PHONE }));
    const page = await openSdkPage(phone, `${site}?service_click_id=0c2b2b36-7c0d-4a0e-9c7e-5a0f1f6b9d22`, {
      autoInstall: true,
    });
    await inPage(page, 'await Tributary.flush()');
    const [event = {}] = service.accepted.values();
    const rows = await rowsOfThePage();
    const sent = rows.map(({ field }) => field).filter((field) => field in event);
    expect(sent).toEqual(readByItself(rows, 'web'));
  });
});
