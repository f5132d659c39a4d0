import { randomBytes } from 'node:crypto';
import type { Opening } from '@tributary/sdk/react-native';
import type { Backend } from '../backend/backend.ts';
import { createOwner, type Owner } from '../backend/owner.ts';
import type { StartCode } from './bundle-phone-app.ts';
import { type AppProcess, createEmulatedPhone, type EmulatedPhone } from './emulated-phone.ts';

const BROWSER =
  'Mozilla/5.0 (Linux; Android 14; SM-A155F) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36';
const INTENT =
  'intent://open#Intent;scheme=shop;package=com.example.shop;S.browser_fallback_url=https%3A%2F%2Fshop.example%2F;end';
const STORE = 'https://play.google.com/store/apps/details?id=com.example.shop';

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1';

/** Where the links of a stand lead in the app. */
export const PATH = '/promo/1';
const PARAMS = { coupon: 'X1' };
export const NONE: Opening = { kind: 'none' };

/** A link of the stand's app. */
export interface StandLink {
  readonly slug: string;
  readonly id: string;
  /** The link itself, as the system opens it without asking the service. */
  readonly url: string;
}

/** An account with an app and its links on a real service, and a phone that may have the app. */
export interface OpeningsStand {
  readonly phone: EmulatedPhone;
  readonly apiKey: string;
  /** Opens the app by an intent, from a browser. */
  readonly link: StandLink;
  /** Another one. */
  readonly other: StandLink;
  /** Leads to the store. */
  readonly ad: StandLink;
  /** The phone's own id, as an ad network may fill it into a link. */
  readonly androidId: string;
  /** Taps a link in a browser, with that query. Returns where the system is sent: a URL of the app, or the referrer that the store passes on. */
  tap(link: StandLink, query?: string): Promise<string>;
  /** Opens the landing page of a link on an iPhone. Returns what a tap on "Get the app" copies, and the URL of its click. */
  tapOnIphone(link: StandLink): Promise<{ copied: string; url: string }>;
  /** `init`, against the stand's service or another address. */
  init(app: AppProcess, config?: Parameters<AppProcess['tributary']['init']>[2]): void;
  /** Starts the app, sets the listener and calls `init`. */
  start(initialUrl?: string): AppProcess;
  /** Lets the app be installed, started and ended, so that what follows is no first start. */
  installLongAgo(): Promise<void>;
  /** Clicks that are recorded on a link, once there are so many. */
  clicksOn(link: StandLink, count: number): Promise<number>;
  /** Waits until the app's first install is attributed. */
  untilInstalled(): Promise<void>;
  /** Makes a link of another account. */
  strangersLink(): Promise<StandLink>;
}

/** What stands share: signing up is limited. */
export interface StandParts {
  readonly backend: Backend;
  readonly startCode: StartCode;
  readonly owner: Owner;
}

/** Sets up an app of its own. The caller closes the phone. */
export async function createOpeningsStand({ backend, startCode, owner }: StandParts): Promise<OpeningsStand> {
  const appId = await owner.rpc<string>('create_app', { p_name: 'Shop', p_bundle_id: 'com.example.shop' });
  const { api_key: apiKey } = await owner.post<{ api_key: string }>('/v1/generate-key', { app_id: appId });
  const create = (name: string, androidUrl: string) => createLink(owner, appId, name, androidUrl);
  const link = await create('open', INTENT);
  const other = await create('other', INTENT);
  const ad = await create('ad', STORE);
  const androidId = randomBytes(8).toString('hex');
  const phone = createEmulatedPhone(startCode, androidId);

  const stand: OpeningsStand = {
    phone,
    androidId,
    apiKey,
    link,
    other,
    ad,
    tap: (tapped, query = '') => tap(backend, tapped, query),
    async tapOnIphone(tapped) {
      const app = { p_app_id: appId, p_app_store_id: '525463029', p_ios_clipboard: true };
      await owner.rpc('update_app', app);
      return openLandingPage(backend, tapped);
    },
    init(app, config = {}) {
      const own = { ingestEndpoint: `${backend.origin}/v1/ingest`, autoSessions: false };
      app.tributary.init({ readClipboard: true }, apiKey, { ...own, ...config });
    },
    start(initialUrl) {
      const app = phone.launch(initialUrl);
      app.listen();
      stand.init(app);
      return app;
    },
    async installLongAgo() {
      const app = stand.start();
      await app.hears(1);
      app.kill();
    },
    clicksOn: (clicked, count) => untilClicks(owner, clicked, count),
    untilInstalled: () => untilInstalled(owner, appId),
    strangersLink: () => createStrangersLink(backend),
  };
  return stand;
}

async function createStrangersLink(backend: Backend): Promise<StandLink> {
  const owner = await createOwner(backend);
  const appId = await owner.rpc<string>('create_app', { p_name: 'Other', p_bundle_id: 'com.example.other' });
  return createLink(owner, appId, 'stranger', INTENT);
}

async function createLink(owner: Owner, appId: string, name: string, androidUrl: string): Promise<StandLink> {
  return owner.rpc<StandLink>('create_deep_link', {
    p_app_id: appId,
    p_slug: `${name}-${randomBytes(5).toString('hex')}`,
    p_fallback_url: 'https://shop.example/',
    p_android_url: androidUrl,
    p_deep_link_path: PATH,
    p_deferred_params: PARAMS,
    p_channel: 'sms',
  });
}

/** Android starts the app of an intent with the intent's data; a store keeps the referrer for the app's first start. */
async function tap({ origin }: Backend, { slug }: StandLink, query: string): Promise<string> {
  const headers = { 'user-agent': BROWSER };
  const response = await fetch(`${origin}/l/${slug}${query}`, { redirect: 'manual', headers });
  await response.body?.cancel();
  const location = response.headers.get('location') ?? '';
  const [, data = '', members = ''] = /^intent:([^#]*)#Intent;(.*)$/.exec(location) ?? [];
  if (data) return `${/(?:^|;)scheme=([^;]*)/.exec(members)?.[1]}:${data}`;
  return new URL(location).searchParams.get('referrer') ?? '';
}

async function openLandingPage({ origin }: Backend, { slug }: StandLink) {
  const response = await fetch(`${origin}/l/${slug}`, { headers: { 'user-agent': IPHONE } });
  const html = await response.text();
  const [, copied = ''] = /data-copy="([^"]*)"/.exec(html) ?? [];
  const [, clickId = ''] = /service_click_id=([0-9a-f-]{36})/.exec(html) ?? [];
  return { copied, url: `?service_click_id=${clickId}` };
}

async function untilClicks(owner: Owner, { id }: StandLink, count: number): Promise<number> {
  return until(
    async () => (await owner.rpc<{ clicks: number }>('link_stats', { p_link_id: id })).clicks,
    (clicks) => clicks >= count,
  );
}

async function untilInstalled(owner: Owner, app_id: string): Promise<void> {
  await until(
    async () => (await owner.analytics<{ total_installs: number }>('summary', { app_id })).total_installs,
    (installs) => installs > 0,
  );
}

/** Asks until it is so, for at most ten seconds, and returns the last answer. */
async function until<Answer>(ask: () => Promise<Answer>, isSo: (answer: Answer) => boolean): Promise<Answer> {
  for (const end = Date.now() + 10_000; ; await new Promise((resolve) => setTimeout(resolve, 25))) {
    const answer = await ask();
    if (isSo(answer) || Date.now() > end) return answer;
  }
}

/** What the listener is told of a link of the stand. @param url by which the app was opened, or the store's referrer */
export function opened({ slug }: StandLink, url: string, isDeferred = false): Opening {
  const clickId = new URLSearchParams(url.slice(url.indexOf('?') + 1)).get('service_click_id') ?? '';
  return openedBy(slug, clickId, isDeferred);
}

/** What it is told of a link that the system opened directly: the click is made then. @param told what it was told */
export function openedDirectly({ slug }: StandLink, told: Opening | undefined): Opening {
  return openedBy(slug, (told?.kind === 'link' && told.clickId) || 'a click');
}

const openedBy = (slug: string, clickId: string, isDeferred = false): Opening => ({
  kind: 'link',
  path: PATH,
  params: PARAMS,
  clickId,
  slug,
  campaignId: null,
  channel: 'sms',
  isDeferred,
});
