import type { ClickRecord } from '../../../attribution/clicks/click-record.ts';
import { storeClicks } from '../../../attribution/clicks/store-clicks.ts';
import type { Random } from '../../../testing/random.ts';
import { type EventSource, signedEvent } from '../../../testing/signed-event.ts';
import type { TestService } from '../../../testing/test-service.ts';
import { freshAddress } from '../../../testing/test-tenant.ts';
import { PROVIDERS, type ProviderName } from '../../providers/providers.ts';
import { type RecordedRow, recordedRows, type WithPool } from '../books.ts';
import type { PaymentStory } from '../payment-story.ts';
import { makeWebhook, type TestWebhook, type WithSecrets, webhookPath } from '../payment-webhook.ts';
import { deliveriesOf } from '../provider-events.ts';
import type { Delivery } from '../sign-delivery.ts';
import { CAMPAIGNS, type PlannedDevice, type PlannedInstall, type RevenuePlan } from './revenue-plan.ts';

/** An app with a webhook of each provider, and the campaigns that its devices came through. */
export interface RevenueWorld {
  readonly tenant: EventSource;
  readonly webhooks: Readonly<Record<ProviderName, TestWebhook>>;
  readonly campaignIds: readonly string[];
  /** Of each campaign two links, and none for clicks that came without one. */
  readonly linkIds: readonly (readonly (string | null)[])[];
  readonly plan: RevenuePlan;
}

/** Plays a plan of payments and purchases against the service: webhooks, devices and campaigns included. */
export async function createRevenueWorld(
  service: WithSecrets,
  tenant: EventSource,
  random: Random,
  plan: RevenuePlan,
): Promise<RevenueWorld> {
  const webhooks = await Promise.all(PROVIDERS.map(({ name }) => makeWebhook(service, tenant, name)));
  const byProvider = Object.fromEntries(webhooks.map((webhook) => [webhook.provider, webhook]));
  const world: RevenueWorld = {
    tenant,
    webhooks: byProvider as Record<ProviderName, TestWebhook>,
    campaignIds: Array.from({ length: CAMPAIGNS }, () => random.uuid()),
    linkIds: Array.from({ length: CAMPAIGNS }, () => [random.uuid(), random.uuid(), null]),
    plan,
  };
  const clicks = plan.devices.flatMap(({ installs }) => installs.flatMap((one) => clickOf(world, one)));
  await storeClicks(service.services.workPool, clicks);
  return world;
}

function clickOf(
  { tenant, campaignIds, linkIds }: RevenueWorld,
  { at, clickId, campaign }: PlannedInstall,
): ClickRecord[] {
  if (campaign === null) return [];
  return [
    {
      customer_id: tenant.accountId,
      click_id: clickId,
      app_id: tenant.appId,
      link_id: linkIds[campaign]?.[at % 3] ?? null,
      campaign_id: campaignIds[campaign] ?? null,
      channel: 'influencer',
      source: 'link',
      clicked_at: at - 60_000,
      recorded_at: at - 60_000,
      gaid: null,
      installation_id: null,
      android_id: null,
      idfv: null,
      idfa: null,
      country: null,
      ip_network: null,
      user_agent: null,
      device_model: null,
      os_name: null,
      os_version: null,
      language: null,
      visit_params: null,
      excluded_because: null,
      original_click_id: null,
      rule_index: null,
      rule_url: null,
      code_hash: null,
    },
  ];
}

/** A request that is repeated until the service has accepted it, as providers and devices do. */
export interface Arrival {
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body: string;
  /** Whether this answer means that it was accepted. */
  isTaken(status: number, body: string): boolean;
}

/** Everything in a plan, some of it more than once, in random order. */
export function arrivalsOf(world: RevenueWorld, random: Random, now: number): Arrival[] {
  const deliveries = deliveriesTo(world, now).flatMap((delivery) =>
    Array.from({ length: random.pick([1, 2, 2, 3]) }, () => deliveryOf(world, delivery)),
  );
  const events = world.plan.devices
    .flatMap((device) => eventsOf(device, now))
    .map((members) => eventArrival(world, members));
  return [...deliveries, ...events]
    .map((arrival) => ({ arrival, at: random.next() }))
    .sort((a, b) => a.at - b.at)
    .map(({ arrival }) => arrival);
}

/** Each delivery of a world's plan, once. */
function deliveriesTo({ plan, webhooks }: RevenueWorld, now: number): Delivery[] {
  return plan.payments.flatMap((story) => {
    const { payment, reversals, undone } = deliveriesOf(story, {
      secret: webhooks[story.provider].secret,
      now,
    });
    return [...payment, ...reversals, ...undone];
  });
}

function deliveryOf({ webhooks }: RevenueWorld, { provider, headers, rawBody }: Delivery): Arrival {
  const path = webhookPath(webhooks[provider]);
  return { path, headers, body: rawBody, isTaken: (status) => status === 200 };
}

function eventsOf({ ids, installs, purchases }: PlannedDevice, now: number): Record<string, unknown>[] {
  const { user_id, ...ofDevice } = ids;
  return [
    ...installs.map(({ at, clickId, campaign }) => ({
      event_type: 'install',
      timestamp: at,
      sent_at: now,
      ...ofDevice,
      ...(at % 3 > 0 && { app_version: `1.${at % 3}`, device_model: `Model ${at % 2}`, os_version: '14' }),
      ...(campaign !== null && { click_id: clickId }),
    })),
    ...purchases.map(({ at, revenue, currency }) => ({
      event_type: 'purchase',
      timestamp: at,
      sent_at: now,
      gaid: ids.gaid,
      user_id,
      revenue: Number(revenue),
      currency,
    })),
  ];
}

function eventArrival({ tenant }: RevenueWorld, members: Record<string, unknown>): Arrival {
  return {
    path: '/v1/ingest',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': addressOf(members) },
    body: JSON.stringify(signedEvent(tenant, members)),
    isTaken: (status, body) => status === 200 && /"status":"(accepted|deduplicated)"/.test(body),
  };
}

/** Of Kenya, of Nigeria, or of no country. */
function addressOf({ timestamp }: Record<string, unknown>): string {
  const network = ['41.90.64', '105.112.0', null][Number(timestamp) % 3];
  return network ? `${network}.${1 + (Number(timestamp) % 250)}` : freshAddress();
}

/** Sends a request to an in-process service, which must accept it the first time. */
export async function sendTo(service: TestService, { path, headers, body, isTaken }: Arrival): Promise<void> {
  const response = await service.request(path, { method: 'POST', headers, body });
  const answer = await response.text();
  if (!isTaken(response.status, answer)) throw new Error(`${response.status}: ${answer}`);
}

/**
 * What is recorded, identified by the plan's own numbers, so that it is the same in every world of that plan. Refunds of a
 * charge of provider_c are one row with their sum: into how many it is split depends on which total was told first.
 */
export async function recordedAs(service: WithPool, { tenant, campaignIds, plan }: RevenueWorld) {
  const { rows } = await service.services.workPool.query<{ device_id: string; value: string }>(
    `select device_id, value from device_ids where customer_id = $1 and kind = 'gaid'`,
    [tenant.accountId],
  );
  const gaids = new Map(rows.map(({ device_id, value }) => [device_id, value]));
  const deviceOf = (id: string | null) => {
    const at = plan.devices.findIndex(({ ids }) => id !== null && ids.gaid === gaids.get(id));
    return at < 0 ? null : at;
  };
  return sumTotals(await recordedRows(service, tenant.accountId)).map((row) => ({
    provider: row.provider,
    reference: row.reference,
    amount: row.amount,
    currency: row.currency,
    // Whether a refund is full or partial is decided on arrival, and its payment may arrive later.
    event_type: row.event_type === 'partial_refund' ? 'refund' : row.event_type,
    original: row.original,
    over_refunded: row.over_refunded,
    matchedBy: row.matched_by,
    device: deviceOf(row.device_id),
    campaign: row.campaign_id === null ? null : campaignIds.indexOf(row.campaign_id),
  }));
}

function sumTotals(rows: readonly RecordedRow[]): readonly RecordedRow[] {
  const byPayment = Map.groupBy(rows, (row) =>
    isOfTotal(row) && row.original !== null
      ? row.original
      : `${row.provider} ${row.event_type} ${row.reference}`,
  );
  const summed = [...byPayment].map(([original, [one, ...others]]) => {
    if (one === undefined) throw new Error('a group is empty');
    if (!isOfTotal(one)) return one;
    const sum = others.reduce((all, { amount }) => all + Number(amount), Number(one.amount));
    const over_refunded = [one, ...others].some((row) => row.over_refunded);
    return {
      ...one,
      over_refunded,
      reference: `refunds of ${original}`,
      amount: `${Number(sum.toFixed(3))}`,
    };
  });
  const keyOf = ({ provider, reference, event_type }: RecordedRow) =>
    `${provider} ${reference} ${event_type}`;
  return summed.sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
}

/** Whether an event told it as the total of a charge. */
function isOfTotal({ provider, event_type }: RecordedRow): boolean {
  return provider === 'provider_c' && (event_type === 'refund' || event_type === 'partial_refund');
}

/** How many rows `recordedAs` has for the reversals of a payment and what of them is undone. */
export function reversalRows({ provider, reversals = [] }: PaymentStory): number {
  const undone = reversals.filter(({ isUndone }) => isUndone).length;
  if (provider !== 'provider_c') return reversals.length + undone;
  const refunds = reversals.filter(({ type }) => type !== 'dispute');
  return reversals.length + undone - Math.max(0, refunds.length - 1);
}
