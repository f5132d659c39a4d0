import { NONE, opened, openedDirectly } from './openings-stand.ts';
import type { OpeningScenario } from './scenario.ts';

/** How an app that was installed long ago is started, or opened while it runs. */
export const STARTS: readonly OpeningScenario[] = [
  {
    name: 'a link starts the app (cold start)',
    async play(stand) {
      await stand.installLongAgo();
      const url = await stand.tap(stand.link);
      return { told: await stand.start(url).hears(1), expected: [opened(stand.link, url)] };
    },
  },
  {
    name: 'a link brings the app to the foreground (warm start)',
    async play(stand) {
      await stand.installLongAgo();
      const app = stand.start();
      await app.hears(1);
      app.background();
      const url = await stand.tap(stand.link);
      app.openUrl(url);
      app.foreground();
      return { told: await app.hears(2), expected: [NONE, opened(stand.link, url)] };
    },
  },
  {
    name: 'a link is opened while the app is open',
    async play(stand) {
      await stand.installLongAgo();
      const app = stand.start();
      await app.hears(1);
      const url = await stand.tap(stand.link);
      app.openUrl(url);
      return { told: await app.hears(2), expected: [NONE, opened(stand.link, url)] };
    },
  },
  {
    name: 'the app is started without a link',
    async play(stand) {
      await stand.installLongAgo();
      return { told: await stand.start().hears(1), expected: [NONE] };
    },
  },
  {
    name: 'the app comes to the foreground without a URL',
    async play(stand) {
      await stand.installLongAgo();
      const app = stand.start();
      await app.hears(1);
      app.background();
      app.foreground();
      return { told: await app.hears(1), expected: [NONE] };
    },
  },
  {
    name: 'the system opens a link directly, past the service',
    async play(stand) {
      await stand.installLongAgo();
      const told = await stand.start(stand.link.url).hears(1);
      return {
        told: { told, clicks: await stand.clicksOn(stand.link, 1) },
        expected: { told: [openedDirectly(stand.link, told[0])], clicks: 1 },
      };
    },
  },
  {
    name: 'a push is tapped while the app runs, and the app calls `handleDeepLink(url)`',
    async play(stand) {
      await stand.installLongAgo();
      const app = stand.start();
      await app.hears(1);
      const url = await stand.tap(stand.link);
      app.tributary.handleDeepLink(url);
      return { told: await app.hears(2), expected: [NONE, opened(stand.link, url)] };
    },
  },
  {
    name: 'a push starts the app, and the app calls `handleDeepLink(url)`',
    async play(stand) {
      await stand.installLongAgo();
      const url = await stand.tap(stand.link);
      const app = stand.start();
      app.tributary.handleDeepLink(url);
      return { told: await app.hears(1), expected: [opened(stand.link, url)] };
    },
  },
];
