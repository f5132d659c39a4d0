import { migrate } from '@tributary/db/migrate';
import { startTestPostgres } from '@tributary/db/testing/start-test-postgres';
import { startTestService, type TestService } from '@tributary/server/testing/test-service';
import { addApp, createTenant, type Tenant } from '@tributary/server/testing/test-tenant';
import { createTransport } from '../../network/request-transport.ts';
import type { OpenTarget, TimedEvent } from '../target-service.ts';
import { waitingOutLimits } from './waiting-out-limits.ts';

const ORIGIN = 'https://service.test';
const STARTS_AT = Date.UTC(2026, 0, 1);

const STORED = `
  select event_id, coalesce(custom_event_name, event_type) as name, event_properties,
         (extract(epoch from occurred_at) * 1000)::float8 as occurred_at
  from events where customer_id = $1`;

interface Row {
  readonly event_id: string;
  readonly name: string;
  readonly event_properties: string | null;
  readonly occurred_at: number;
}

/** The real service in this process, on a temporary PostgreSQL and on the scenario's clock. */
export const openOwnTarget: OpenTarget = async (time) => {
  const postgres = await startTestPostgres();
  await migrate(postgres.url);
  const opened = await openTargetOnDatabase(postgres.url)(time);
  return {
    ...opened,
    async close() {
      await opened.close();
      await postgres.stop();
    },
  };
};

/** The same on a database that is there, with its migrations done. */
export function openTargetOnDatabase(databaseUrl?: string): OpenTarget {
  return async (time) => {
    const trueTime = () => STARTS_AT + time.now();
    const service = await startTestService({ clock: trueTime, ...(databaseUrl && { databaseUrl }) });
    const tenant = await createTenant(service);
    return {
      about: 'the service, started for this run',
      ingestEndpoint: `${ORIGIN}/v1/ingest`,
      trueTime,
      isInVirtualTime: true,
      transport: createTransport(
        time,
        waitingOutLimits(async (request) => service.app.fetch(request)),
      ),
      nextKey: () => createKey(tenant),
      readStored: () => readStored(service, tenant),
      close: () => service.close(),
    };
  };
}

async function createKey(tenant: Tenant): Promise<string> {
  const response = await tenant.owner.post('/v1/generate-key', { app_id: await addApp(tenant) });
  return ((await response.json()) as { api_key: string }).api_key;
}

async function readStored({ services }: TestService, { accountId }: Tenant): Promise<TimedEvent[]> {
  const { rows } = await services.workPool.query<Row>(STORED, [accountId]);
  return rows.map((row) => ({
    eventId: row.event_id,
    name: row.name,
    properties: JSON.parse(row.event_properties ?? '{}') as Record<string, unknown>,
    occurredAt: row.occurred_at,
  }));
}
