import { expect } from 'vitest';
import { rebuildRollups } from '../../counters/rebuild/rebuild-rollups.ts';
import { perTest } from '../../testing/per-suite.ts';
import { createTenant, type Tenant } from '../../testing/test-tenant.ts';
import { useService } from '../../testing/use-service.ts';
import type { PaidReading, ReversalReading } from '../providers/payment-provider.ts';
import type { RecordableDelivery } from '../record/record-deliveries.ts';
import { createDeliveryRecorder } from '../recorder/delivery-recorder.ts';
import { makeWebhook } from './payment-webhook.ts';

const NOW = Date.UTC(2026, 4, 10, 12);

/** A payment as a provider's delivery is read. */
export const paid = (reference: string, more: Partial<PaidReading> = {}): PaidReading => ({
  kind: 'payment',
  eventType: 'payment',
  reference,
  amount: '10',
  currency: 'EUR',
  occurredAt: null,
  identifiers: {},
  aliases: [`reference:${reference}`],
  ...more,
});

/** A reversal of the payment with a reference. */
export const reversed = (
  reference: string,
  of: string,
  more: Partial<ReversalReading> = {},
): ReversalReading => ({
  kind: 'reversal',
  eventType: 'refund_by_amount',
  reference,
  amount: '4',
  currency: 'EUR',
  occurredAt: null,
  identifiers: {},
  originalAliases: [`reference:${of}`],
  cumulative: false,
  ...more,
});

type Reading = PaidReading | ReversalReading;

/** Gives each test an app with a webhook, and a recorder of its own to hand deliveries to. */
export function useDeliveryRecorder() {
  const service = useService({ clock: () => NOW });
  const tenant = perTest(() => createTenant(service));
  const webhook = perTest(() => makeWebhook(service, tenant));
  const recorder = perTest(async () => {
    const { workPool: pool, keyring } = service.services;
    return createDeliveryRecorder({ pool, keyring, payloadDays: 30 });
  });

  function deliveryOf(
    reading: Reading,
    { accountId, appId }: Pick<Tenant, 'accountId' | 'appId'> = tenant,
  ): RecordableDelivery {
    const fact = { customerId: accountId, appId, provider: 'generic', reading, receivedAt: NOW };
    return { webhookId: webhook.id, fact, rawBody: Buffer.from(JSON.stringify(reading)) };
  }

  /** Handed over in one turn, so that all of them are of the first commit. */
  const together = (readings: readonly Reading[]) =>
    Promise.allSettled(readings.map((reading) => recorder.record(deliveryOf(reading))));

  return {
    service,
    tenant,
    recorder,
    deliveryOf,
    together,
    statuses: (settled: Awaited<ReturnType<typeof together>>) =>
      settled.map((one) => (one.status === 'fulfilled' ? one.value.status : 'failed')),
    async expectTrueBooks({ accountId }: Pick<Tenant, 'accountId'> = tenant): Promise<void> {
      const wrong = await rebuildRollups(service.services.workPool, accountId);
      expect(wrong).toMatchObject({ revenue: 0, campaign_revenue: 0 });
    },
    async countOf(table: string): Promise<number> {
      const text = `select count(*)::int as rows from ${table} where customer_id = $1`;
      const { rows } = await service.services.workPool.query(text, [tenant.accountId]);
      return rows[0].rows;
    },
  };
}
