import { inTransaction } from '../../group-commit/in-transaction.ts';
import { networkOf } from '../networks/networks.ts';
import { claimDeliveries } from './claim-deliveries.ts';
import type { DeliveryParts } from './delivery-parts.ts';
import { countFailures, forgetFailures, MANY_FAILURES } from './lanes/failing-lanes.ts';
import { BATCH, type Lane } from './lanes/find-lanes.ts';
import { type DueDelivery, loadFacts } from './load-facts.ts';
import { recordResults, removeFromOutbox, type SentDelivery } from './record-results.ts';
import { openConfig, readConfig, type SealedConfig } from './send/open-config.ts';
import { type SendResult, sendEvent } from './send/send-event.ts';

/**
 * Makes the deliveries of one lane that are due, batch after batch, until there are none, its host has no free slot, or
 * its network is considered down.
 *
 * @param mayGoOn asked after each batch, which took so many ms.
 */
export async function deliverLane(
  parts: DeliveryParts,
  lane: Lane,
  mayGoOn: (batchMs: number) => boolean = () => true,
): Promise<void> {
  let { failures, due } = lane;
  let startedAt: number;
  do {
    startedAt = parts.clock();
    const config = await readConfig(parts.pool, lane.customer_id, lane.config_id);
    const host = hostOf(config);
    // Slots that it does not need would be missing to other lanes of the host.
    const slots = parts.hosts.take(host, failures < MANY_FAILURES ? due : 1);
    if (slots === 0) return;
    due = BATCH;
    try {
      const claimed = await claimDeliveries(parts.pool, lane, parts.clock(), slots);
      if (claimed.length === 0) return;
      failures = await deliverBatch(parts, { ...lane, failures }, config, claimed);
    } finally {
      parts.hosts.giveBack(host, slots);
    }
  } while (mayGoOn(parts.clock() - startedAt) && failures < MANY_FAILURES);
}

/** @returns sends of the lane that failed in a row. */
async function deliverBatch(
  parts: DeliveryParts,
  lane: Lane,
  config: SealedConfig | null,
  claimed: readonly string[],
): Promise<number> {
  const due = await loadFacts(parts.pool, lane.customer_id, claimed);
  const known = new Set(due.map(({ facts }) => facts.deliveryId));
  const gone = claimed.filter((id) => !known.has(id));
  await removeFromOutbox(parts.pool, lane.customer_id, gone);
  const sent = await Promise.all(due.map((delivery) => deliverOne(parts, config, delivery)));
  if (sent.length === 0) return lane.failures;
  return inTransaction(parts.pool, async (client) => {
    await recordResults(client, lane.customer_id, sent);
    const classes = sent.map(({ result }) => result.failure);
    const away = classes.filter((failure) => failure === 'transient').length;
    // What was not sent says nothing of the network.
    const answered = classes.some((failure) => failure === null || failure === 'permanent');
    if (answered && (lane.failures > 0 || away > 0)) await forgetFailures(client, lane);
    if (answered) return 0;
    return away === 0 ? lane.failures : countFailures(client, lane, away, parts.clock());
  });
}

async function deliverOne(
  parts: DeliveryParts,
  config: SealedConfig | null,
  { facts, sends }: DueDelivery,
): Promise<SentDelivery> {
  const result = await sendOrExplain(parts, config, facts);
  parts.metrics.countAttempt(config?.postback_format ?? 'deleted', result.failure);
  return { postbackId: facts.deliveryId, sends, result };
}

async function sendOrExplain(
  parts: DeliveryParts,
  config: SealedConfig | null,
  facts: DueDelivery['facts'],
): Promise<SendResult> {
  const failed = { sentAt: parts.clock(), httpStatus: null };
  if (config === null) return { ...failed, failure: 'setting', response: 'the config was deleted' };
  try {
    return await sendEvent(parts, openConfig(parts.keyring, config), facts);
  } catch (err) {
    parts.log.error({ err, config: config.id }, 'a postback cannot be sent; it will be tried again');
    return { ...failed, failure: 'transient', response: 'the service could not send it' };
  }
}

/** Sends to one host share its slots, whosever they are. */
function hostOf(config: SealedConfig | null): string {
  const address = config?.postback_url ?? networkOf(config?.postback_format ?? '')?.origin ?? '';
  return URL.parse(address)?.host ?? '';
}
