import { beforeEach } from 'vitest';
import { createLink } from '../../../testing/create-link.ts';
import { perTest } from '../../../testing/per-suite.ts';
import { createTenant, type Tenant } from '../../../testing/test-tenant.ts';
import { useService } from '../../../testing/use-service.ts';
import { recheckDomains } from '../proof/recheck-domains.ts';
import type { TestDomain } from './add-verified-domain.ts';
import { createFakeOutside } from './fake-outside.ts';

export const DAY = 86_400_000;
/** Where the links of these tests lead. */
export const TARGET = 'https://shop.example/spring';

/** Two instances, two accounts, a host that is new for each test, and a clock that the tests move on. */
export function useDomains() {
  const at = { now: Date.UTC(2026, 4, 1), host: '' };
  const outside = createFakeOutside();
  const clock = () => at.now;
  const service = useService({ outside, clock, env: { PUBLIC_URL: 'https://links.example.com' } });
  const elsewhere = useService({ beside: service, outside, clock });
  const tenant = perTest(() => createTenant(service));
  const other = perTest(() => createTenant(service));
  let hosts = 0;
  beforeEach(() => {
    outside.records.clear();
    outside.pages.clear();
    at.host = `go${hosts++}.example.com`;
  });
  return {
    at,
    outside,
    service,
    elsewhere,
    tenant,
    other,
    /** Calls a procedure about the test's host. */
    async call(who: Tenant, name: string, args: object = {}) {
      const answer = await who.owner.rpc(name, { p_host: at.host, ...args });
      const text = await answer.text();
      const body = text === '' ? null : (JSON.parse(text) as TestDomain & Record<string, unknown>);
      return { status: answer.status, body };
    },
    linkOn: (p_domain: string | null, args: object = {}, who: Tenant = tenant) =>
      createLink(who, { p_domain, p_fallback_url: TARGET, p_android_url: null, ...args }),
    async listed(who: Tenant) {
      const { items } = (await (await who.owner.rpc('list_domains')).json()) as { items: TestDomain[] };
      return items;
    },
    recheck() {
      const { workPool: pool, orm, log } = service.services;
      return recheckDomains({ pool, orm, outside, log, clock });
    },
  };
}
