import type { TestLink } from '../../../testing/create-link.ts';
import { perTest } from '../../../testing/per-suite.ts';
import { createTenant, freshAddress } from '../../../testing/test-tenant.ts';
import { useService } from '../../../testing/use-service.ts';

export const MAC =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Safari/605.1.15';
/** Browsers within an app. */
export const IN_ANDROID =
  'Mozilla/5.0 (Linux; Android 14; SM-A155F; wv) AppleWebKit/537.36 Version/4.0 Chrome/142.0.0.0 Mobile Safari/537.36';
export const IN_IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Instagram 350';

/** A service with a new account for each test, and what opens the pages of links there. */
export function useLandingPages() {
  const service = useService({ env: { PUBLIC_URL: 'https://go.example.com' } });
  const tenant = perTest(() => createTenant(service));
  return {
    service,
    tenant,
    /** With markup in the query, as anyone could write it. On a desktop, unless `headers` say otherwise. */
    async open(link: TestLink, headers: Record<string, string> = {}) {
      const response = await service.request(`/l/${link.slug}?ref=x"><script>`, {
        headers: { 'user-agent': MAC, 'x-forwarded-for': freshAddress(), ...headers },
      });
      return { response, html: await response.text() };
    },
    async setApp(args: object): Promise<void> {
      const response = await tenant.owner.rpc('update_app', { p_app_id: tenant.appId, ...args });
      if (response.status !== 200) throw new Error(`update_app: ${response.status}`);
    },
  };
}
