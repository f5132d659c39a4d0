import { randomUUID } from 'node:crypto';
import { rebuildRollups } from '../../counters/rebuild/rebuild-rollups.ts';
import { perTest } from '../../testing/per-suite.ts';
import { createTenant } from '../../testing/test-tenant.ts';
import { useService } from '../../testing/use-service.ts';

const NOW = Date.UTC(2026, 4, 1, 12);
export const INSTALLED_AT = '2026-03-01T10:00:00Z';
const PERIOD = 'date_from=2026-01-01&date_to=2026-05-31';

/** For the tests of the calling file: a new account each, what it reports, and rows of a file that it imports. */
export function useImports() {
  const service = useService({ clock: () => NOW });
  const tenant = perTest(() => createTenant(service));
  return {
    service,
    tenant,
    /** A report on the months around the import. */
    async report<Body = Record<string, unknown>>(resource: string): Promise<Body> {
      const path = `/v1/analytics?resource=${resource}&${PERIOD}`;
      return (await (await tenant.owner.get(path)).json()) as Body;
    },
    async rowsOf(table: string) {
      const { workPool } = service.services;
      return (await workPool.query(`select * from ${table} where customer_id = $1`, [tenant.accountId])).rows;
    },
    /** How many counters differ from the facts. */
    async corrections(): Promise<number> {
      const wrong = await rebuildRollups(service.services.backgroundPool, tenant.accountId);
      return Object.values(wrong).reduce((sum, count) => sum + count, 0);
    },
    install: (members: object = {}) => ({
      event_type: 'install',
      installed_at: INSTALLED_AT,
      gaid: randomUUID(),
      channel: 'social_a',
      campaign_name: 'Spring',
      attribution_model: 'last_click',
      ...members,
    }),
  };
}
