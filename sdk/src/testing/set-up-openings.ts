import { beforeEach, expect } from 'vitest';
import type { PhoneClient } from '../client/create-phone-client.ts';
import type { DeferredDeepLink } from '../deep-links/deferred-deep-link.ts';
import type { Opening } from '../deep-links/openings/opening.ts';
import { type PhoneAndService, setUpPhone, startPhoneApp } from './start-phone-app.ts';
import type { Answer } from './start-service.ts';

export const CLICK = '0c2b2b36-7c0d-4a0e-9c7e-5a0f1f6b9d22';
/** A link that the system opens directly. */
export const DIRECT = 'https://go.shop.example/spring?utm_content=blue';
export const NONE = { kind: 'none' };

export const link = (clickId: string, path = '/promo/1'): DeferredDeepLink => ({
  path,
  params: { coupon: 'X1' },
  clickId,
  slug: 'promo',
  campaignId: null,
  channel: 'sms',
});
/** What the service answers for a click, and what the app is told then. */
export const found = (clickId = CLICK, path?: string): Answer => ({
  status: 200,
  body: JSON.stringify(link(clickId, path)),
});
export const opened = (clickId = CLICK, path?: string) => ({
  kind: 'link',
  ...link(clickId, path),
  isDeferred: false,
});
/** A link that passed the service. */
export const urlOf = (clickId: string) => `shop://open?service_click_id=${clickId}&service_path=%2Fpromo%2F1`;

const pause = () => new Promise((resolve) => setTimeout(resolve, 40));

/** A phone that has long had the app, with its service, for each test, and what the app is told. */
export function setUpOpenings() {
  const at: { set: PhoneAndService; told: Opening[] } = { set: undefined as never, told: [] };
  beforeEach(async () => {
    at.set = await setUpPhone();
    at.told = [];
    at.set.phone.disk.values.set('tributary.tracking-disabled', '0');
  });
  const listen = (app: Pick<PhoneClient<never>, 'setDeepLinkListener'>) =>
    app.setDeepLinkListener((opening) => at.told.push(opening));
  return {
    at,
    asked: () => at.set.service.requestsTo('deep-link').map(({ path }) => path),
    answers: (...given: Answer[]) => {
      at.set.service.next['deep-link'] = given;
    },
    listen,
    pause,
    /** What was told, once nothing more comes. */
    async all(count: number) {
      await expect.poll(() => at.told.length).toBe(count);
      await pause();
      return at.told;
    },
    start(config = {}) {
      const app = startPhoneApp(at.set, config);
      listen(app);
      return app;
    },
  };
}
