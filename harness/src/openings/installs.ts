import { NONE, opened } from './openings-stand.ts';
import type { OpeningScenario } from './scenario.ts';

/** First starts after an install, and what an earlier one has used. */
export const INSTALLS: readonly OpeningScenario[] = [
  {
    name: 'the first start after the install',
    async play(stand) {
      const referrer = await stand.tap(stand.ad);
      stand.phone.storeReferrer(referrer);
      const first = stand.start();
      const told = await first.hears(1);
      first.kill();
      return {
        told: [told, await stand.start().hears(1)],
        expected: [[opened(stand.ad, referrer, true)], [NONE]],
      };
    },
  },
  {
    name: 'two links led to the install, and the store names neither',
    async play(stand) {
      const query = `?android_id=${stand.androidId}`;
      await stand.tap(stand.ad, query);
      const newer = await stand.tap(stand.link, query);
      return { told: await stand.start().hears(1), expected: [opened(stand.link, newer, true)] };
    },
  },
  {
    name: 'the first start after the install on an iPhone, with the code that the landing page has copied',
    async play(stand) {
      const { copied, url } = await stand.tapOnIphone(stand.ad);
      stand.phone.becomeIphone(copied);
      const first = stand.start();
      const told = await first.hears(1);
      first.kill();
      const later = await stand.start().hears(1);
      return {
        told: { told, later, left: stand.phone.clipboard() },
        expected: { told: [opened(stand.ad, url, true)], later: [NONE], left: '' },
      };
    },
  },
  {
    name: 'the first start after the install is by a link',
    async play(stand) {
      stand.phone.storeReferrer(await stand.tap(stand.ad));
      const url = await stand.tap(stand.link);
      return { told: await stand.start(url).hears(1), expected: [opened(stand.link, url)] };
    },
  },
  {
    name: 'the click has led this app somewhere before',
    async play(stand) {
      await stand.installLongAgo();
      const url = await stand.tap(stand.link);
      const app = stand.start(url);
      await app.hears(1);
      app.kill();
      // Android starts an app from its list of recent ones with the URL of before.
      return { told: await stand.start(url).hears(1), expected: [NONE] };
    },
  },
  {
    name: 'the app is installed again, and the store still names the click of before',
    async play(stand) {
      stand.phone.storeReferrer(await stand.tap(stand.ad));
      await stand.start().hears(1);
      await stand.untilInstalled();
      stand.phone.reinstall();
      return { told: await stand.start().hears(1), expected: [NONE] };
    },
  },
];

/** Where there is nothing to be told, or nobody who knows it. */
export const TROUBLE: readonly OpeningScenario[] = [
  {
    name: 'the URL is another account’s, or none of a link',
    async play(stand) {
      await stand.installLongAgo();
      const stranger = await stand.strangersLink();
      const app = stand.start(stranger.url);
      await app.hears(1);
      app.openUrl(`${new URL(stranger.url).origin}/l/none-such`);
      app.openUrl('shop://cart');
      const told = await app.hears(3);
      return {
        told: { told, clicks: await stand.clicksOn(stand.link, 0) },
        expected: { told: [NONE, NONE, NONE], clicks: 0 },
      };
    },
  },
  {
    name: 'the service does not answer, and the URL says the path',
    async play(stand) {
      await stand.installLongAgo();
      const url = await stand.tap(stand.link);
      const app = stand.phone.launch(url);
      app.listen();
      stand.init(app, NOBODY);
      const expected = { ...opened(stand.link, url), params: {}, slug: null, channel: null };
      return { told: await app.hears(1), expected: [expected] };
    },
  },
  {
    name: 'the service does not answer, and the URL does not say the path',
    async play(stand) {
      await stand.installLongAgo();
      const app = stand.phone.launch(stand.link.url);
      app.listen();
      stand.init(app, NOBODY);
      return { told: await app.hears(1), expected: [{ kind: 'error', reason: 'network' }] };
    },
  },
];

/** Nothing listens there. */
const NOBODY = { ingestEndpoint: 'http://127.0.0.1:9/v1/ingest' };
