import { beforeEach } from 'vitest';
import { answerOf } from '../../testing/answer-of.ts';
import { attributionsOf, clickLink, send } from '../../testing/attributed-app.ts';
import { perTest } from '../../testing/per-suite.ts';
import { createTenant } from '../../testing/test-tenant.ts';
import { useService } from '../../testing/use-service.ts';

const LOOKS = { device_model: 'SM-A155F', os_name: 'Android', os_version: '14' };

/**
 * Gives each test an app and a network of its own, from which all that follows links and sends events looks alike.
 */
export function useLookAlikes() {
  const service = useService();
  const tenant = perTest(() => createTenant(service));
  let networks = 0;
  let from = '';
  beforeEach(() => {
    from = `203.0.${networks++}.7`;
  });

  /** Sends an event from the network. */
  const report = (event: Record<string, unknown>) =>
    send(service, tenant, { ...LOOKS, ...event }, { 'x-forwarded-for': from });
  /** The attribution of the last install. */
  const decided = async () => (await attributionsOf(service, tenant)).at(-1);

  /** Follows a link from the network, some minutes ago. */
  async function click(slug: string, query: string, minutesAgo: number): Promise<string> {
    const { clickId } = await clickLink(service, slug, { from, query });
    await service.services.workPool.query(
      "update clicks set clicked_at = (clicked_at at time zone 'UTC' - $2 * interval '1 minute') at time zone 'UTC' where click_id = $1",
      [clickId, minutesAgo],
    );
    return clickId;
  }

  /** The deferred link returned for the install of an event. */
  function deferred(eventId: string, method = 'GET') {
    const query = new URLSearchParams({ app_id: tenant.appId, install_event_id: eventId });
    const headers = { 'x-service-api-key': tenant.apiKey };
    return answerOf(service.request(`/v1/deep-link?${query}`, { method, headers }));
  }

  return { service, tenant, report, decided, click, deferred };
}
