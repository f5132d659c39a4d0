import { AppError } from '@tributary/server/platform/errors/errors';
import type { AcceptedEvent, FakeAttribution, FakeState } from './fake-state.ts';

const ORGANIC: FakeAttribution = {
  model: 'organic',
  channel: 'organic',
  campaign_id: null,
  confidence_score: 90,
  reason: 'the install names no click',
};

/** @throws AppError AUTH_ERROR */
export function appOfKey(state: FakeState, apiKey: string | null) {
  const app = state.apps.get(apiKey ?? '');
  if (!app) throw new AppError('AUTH_ERROR', 'the key is invalid or revoked, or its app is inactive');
  return app;
}

/** The install that an SDK asks about, if it has arrived. @throws AppError AUTH_ERROR */
export function findInstall(
  state: FakeState,
  query: URLSearchParams,
  apiKey: string | null,
): AcceptedEvent | undefined {
  const app = appOfKey(state, apiKey);
  if (app.appId !== query.get('app_id')?.toLowerCase())
    throw new AppError('AUTH_ERROR', 'the key belongs to another app');
  const install = state.events.get(app.appId + query.get('install_event_id'));
  return install?.event.event_type === 'install' ? install : undefined;
}

/** The click that an install names, by its referrer or by its own field. */
export function clickOf(state: FakeState, { event }: AcceptedEvent): string | undefined {
  const referred = new URLSearchParams(event.referrer ?? '').get('service_click_id');
  return [referred, event.click_id].find((id) => id && state.clicks.has(id)) ?? undefined;
}

/** What a test has decided for the install; else the click that it names, with certainty; else organic. */
export function attributionOf(state: FakeState, install: AcceptedEvent): FakeAttribution {
  const decided = state.attributions.get(install.event.event_id);
  const clickId = clickOf(state, install);
  const link = state.clicks.get(clickId ?? '')?.link;
  if (decided || !link) return decided ?? ORGANIC;
  return {
    model: install.event.referrer?.includes(clickId ?? '') ? 'install_referrer' : 'click_id',
    channel: link.channel,
    campaign_id: link.campaignId,
    confidence_score: 99,
    reason: 'the install names its click',
  };
}
