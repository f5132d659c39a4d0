import type { Engine } from '../../engine/engine.ts';
import { readInstall } from '../../installs/install-record.ts';
import type { HttpRequest } from '../../platform/platform.ts';

/**
 * The engine, whose question about the click in the install's referrer says which install that is: an install of this
 * device before it may have used the click.
 */
export function sayWhoseClick(on: Engine): Engine {
  async function http(request: HttpRequest) {
    const install = await readInstall(on);
    const app = on.config.appId ?? on.keys.known()?.app_id;
    if (!install || !app || !request.url.includes('/deep-link?click_id=')) return on.platform.http(request);
    const whose = `&app_id=${encodeURIComponent(app)}&install_event_id=${encodeURIComponent(install.eventId)}`;
    const headers = { ...request.headers, 'x-service-api-key': on.apiKey };
    return on.platform.http({ ...request, url: request.url + whose, headers });
  }
  return { ...on, platform: { ...on.platform, http } };
}
