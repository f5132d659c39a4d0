import { describe, expect, test } from 'vitest';
import { CLICK, found, link, NONE, opened, setUpOpenings, urlOf } from '../../testing/set-up-openings.ts';
import { startPhoneApp } from '../../testing/start-phone-app.ts';
import type { DeferredDeepLink } from '../deferred-deep-link.ts';

const OTHER = '5f9b1f0e-54a4-4bcb-8a34-0d1f6f3a2b11';

const { at, asked, answers, listen, all } = setUpOpenings();

describe('the first start after the install', () => {
  const install = (modules = at.set.phone.modules()) => {
    const app = startPhoneApp(at.set, { autoInstall: true }, modules);
    listen(app);
    return app;
  };
  const withReferrer = () => ({
    ...at.set.phone.modules(),
    playInstallReferrer: {
      getInstallReferrerInfo: (callback: (info: never, error: null) => void) =>
        callback({ installReferrer: `service_click_id=${CLICK}` } as never, null),
    },
  });

  test('tells of the link that led to it, and the contract’s listener as well', async () => {
    answers(found());
    const contract: DeferredDeepLink[] = [];
    const app = install();
    expect(await all(1)).toEqual([{ ...opened(), isDeferred: true }]);
    app.setDeferredDeepLinkListener((deferred) => contract.push(deferred));
    expect(contract).toEqual([link(CLICK)]);
    await app.close();
    install();
    expect(await all(2)).toEqual([{ ...opened(), isDeferred: true }, NONE]);
    expect(asked()).toHaveLength(1);
  });

  const deferred = { ...opened(), isDeferred: true };

  test.each(['the contract’s first', 'the contract’s last', 'the contract’s after the flush'])(
    'tells all who ask of the link, in any order: %s',
    async (order) => {
      answers(found());
      const contract: DeferredDeepLink[] = [];
      const app = startPhoneApp(at.set, { autoInstall: true });
      const hear = () => app.setDeferredDeepLinkListener((heard) => contract.push(heard));
      if (order.endsWith('first')) {
        hear();
        await app.flush();
        await expect.poll(() => contract).toHaveLength(1);
      }
      listen(app);
      if (order.endsWith('last')) hear();
      if (order.endsWith('flush')) await app.flush().then(hear);
      expect(await app.getInitialLink()).toEqual(deferred);
      expect(await all(1)).toEqual([deferred]);
      expect(contract).toEqual([link(CLICK)]);
      app.setDeferredDeepLinkListener((heard) => contract.push(heard));
      await app.flush();
      expect(contract).toHaveLength(1);
      expect(asked()).toHaveLength(1);
    },
  );

  test('says whose install it is, so that one of this device before it keeps its link', async () => {
    answers({ status: 204 });
    install(withReferrer());
    expect(await all(1)).toEqual([NONE]);
    expect(asked()[0]).toMatch(
      new RegExp(`^/v1/deep-link\\?click_id=${CLICK}&app_id=a&install_event_id=install-`),
    );
  });

  test('by a link tells of that link alone: it is newer', async () => {
    at.set.phone.initialUrl = urlOf(OTHER);
    answers(found(OTHER));
    install(withReferrer());
    expect(await all(1)).toEqual([opened(OTHER)]);
  });

  test('a click that the install has used opens nothing', async () => {
    answers(found(), found());
    install(withReferrer());
    await all(1);
    at.set.phone.changeState('background');
    at.set.phone.openUrl(urlOf(CLICK));
    expect((await all(2))[1]).toEqual(NONE);
  });

  test('without an answer is an error, and the next start tells of the link', async () => {
    answers({ status: 500 }, found());
    const app = install();
    expect(await all(1)).toEqual([{ kind: 'error', reason: 'network' }]);
    await app.close();
    install();
    expect((await all(2))[1]).toEqual({ ...opened(), isDeferred: true });
  });

  test('of an organic install leads nowhere', async () => {
    answers({ status: 204 });
    install();
    expect(await all(1)).toEqual([NONE]);
  });
});
