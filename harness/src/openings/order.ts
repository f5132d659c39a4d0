import { opened, openedDirectly } from './openings-stand.ts';
import type { OpeningScenario } from './scenario.ts';

/** What comes too early, twice, or close together. */
export const ORDER: readonly OpeningScenario[] = [
  {
    name: 'a link comes before a listener is set',
    async play(stand) {
      await stand.installLongAgo();
      const app = stand.phone.launch();
      stand.init(app);
      const url = await stand.tap(stand.link);
      app.tributary.handleDeepLink(url);
      await app.tributary.flush();
      app.listen();
      return { told: await app.hears(1), expected: [opened(stand.link, url)] };
    },
  },
  {
    name: 'a link comes before `init`',
    async play(stand) {
      await stand.installLongAgo();
      const [url, second] = [await stand.tap(stand.link), await stand.tap(stand.other)];
      const app = stand.phone.launch(url);
      app.listen();
      app.openUrl(second);
      const early = [...(await app.hears(0))];
      stand.init(app);
      const told = await app.hears(2);
      return {
        told: { early, told: told.toSorted(bySlug) },
        expected: {
          early: [],
          told: [opened(stand.link, url), opened(stand.other, second)].toSorted(bySlug),
        },
      };
    },
  },
  {
    name: 'a link comes before tracking is allowed',
    async play(stand) {
      const app = stand.phone.launch(stand.link.url);
      app.listen();
      stand.init(app, { trackingEnabled: false });
      const early = [...(await app.hears(0))];
      const clicks = await stand.clicksOn(stand.link, 0);
      await app.tributary.enableTracking();
      const told = await app.hears(1);
      return {
        told: { early, clicks, told },
        expected: { early: [], clicks: 0, told: [openedDirectly(stand.link, told[0])] },
      };
    },
  },
  {
    name: 'the system and the app tell of the same URL, or the system twice',
    async play(stand) {
      await stand.installLongAgo();
      const url = await stand.tap(stand.link);
      const app = stand.start(url);
      app.tributary.handleDeepLink(url);
      app.openUrl(url);
      await app.hears(1);
      app.openUrl(url);
      return { told: await app.hears(1), expected: [opened(stand.link, url)] };
    },
  },
  {
    name: 'the same link is tapped again, after the app was left',
    async play(stand) {
      await stand.installLongAgo();
      const app = stand.start(stand.link.url);
      await app.hears(1);
      app.background();
      app.openUrl(stand.link.url);
      app.foreground();
      const told = await app.hears(2);
      const expected = [told[0], told[1]].map((opening) => openedDirectly(stand.link, opening));
      return { told, expected };
    },
  },
  {
    name: 'two links come in a row',
    async play(stand) {
      await stand.installLongAgo();
      const app = stand.start();
      await app.hears(1);
      const [url, second] = [await stand.tap(stand.link), await stand.tap(stand.other)];
      app.openUrl(url);
      app.openUrl(second);
      const told = (await app.hears(3)).slice(1);
      return { told, expected: [opened(stand.link, url), opened(stand.other, second)] };
    },
  },
];

/** What came before `init` by two ways has no order that the system promises. */
const bySlug = (a: object, b: object) =>
  String('slug' in a && a.slug).localeCompare(String('slug' in b && b.slug));
