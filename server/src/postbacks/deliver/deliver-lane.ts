import type { ClientBase } from 'pg';
import { deferRow } from '../../platform/jobs/defer-rows.ts';
import { QUEUES } from '../../platform/jobs/queues.ts';
import { isAway } from '../../platform/jobs/run-jobs.ts';
import { bisectFailures } from '../../platform/store/group-commit/bisect-failures.ts';
import { inTransaction } from '../../platform/store/group-commit/in-transaction.ts';
import { retryConflicts } from '../../platform/store/group-commit/retry-conflicts.ts';
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
 * Makes the deliveries of one lane that are due, batch after batch, until there are none, no further connection to its host is allowed, or
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
    // Connections that it does not need would be missing to other lanes of the host.
    const connections = parts.connections.takeUpTo(host, failures < MANY_FAILURES ? due : 1);
    if (connections === 0) return;
    due = BATCH;
    try {
      const claimed = await claimDeliveries(parts.pool, lane, parts.clock(), connections);
      if (claimed.length === 0) return;
      failures = await deliverBatch(parts, { ...lane, failures }, config, claimed);
    } finally {
      parts.connections.giveBack(host, connections);
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
  const { due, gone } = await loadDue(parts, lane, claimed);
  await removeFromOutbox(parts.pool, lane.customer_id, gone);
  const sent = await Promise.all(due.map((delivery) => deliverOne(parts, config, delivery)));
  if (sent.length === 0) return lane.failures;
  try {
    return await inTransaction(parts.pool, async (client) => {
      await recordResults(client, lane.customer_id, sent);
      return noteFailures(parts, client, lane, sent);
    });
  } catch (error) {
    if (await isAway(parts.pool, error)) throw error;
    await recordBisecting(parts, lane, sent);
    return inTransaction(parts.pool, (client) => noteFailures(parts, client, lane, sent));
  }
}

/** Deliveries that can be made, and those of which nothing is left. One that cannot be read stops no other. */
async function loadDue(parts: DeliveryParts, lane: Lane, claimed: readonly string[]) {
  const found = await bisectFailures<string, DueDelivery | 'gone' | 'unreadable'>(claimed, {
    run: async (ids) => {
      const due = await loadFacts(parts.pool, lane.customer_id, ids);
      const byId = new Map(due.map((delivery) => [delivery.facts.deliveryId, delivery]));
      return ids.map((id) => byId.get(id) ?? 'gone');
    },
    blamesItem: async (error) => !(await isAway(parts.pool, error)),
    giveUp: async (id, error): Promise<'unreadable'> => {
      await defer(parts, lane, id, error);
      return 'unreadable';
    },
  });
  return {
    due: found.filter((one) => typeof one === 'object'),
    gone: claimed.filter((_, n) => found[n] === 'gone'),
  };
}

/** What was sent is written down, but for what cannot be. */
async function recordBisecting(
  parts: DeliveryParts,
  lane: Lane,
  sent: readonly SentDelivery[],
): Promise<void> {
  await bisectFailures<SentDelivery, void>(sent, {
    run: async (portion) => {
      await retryConflicts(() =>
        inTransaction(parts.pool, (client) => recordResults(client, lane.customer_id, portion)),
      );
      return portion.map(() => undefined);
    },
    blamesItem: async (error) => !(await isAway(parts.pool, error)),
    giveUp: ({ postbackId }, error) => defer(parts, lane, postbackId, error),
  });
}

async function defer(
  { pool, log, clock }: DeliveryParts,
  { customer_id }: Lane,
  postback_id: string,
  error: unknown,
): Promise<void> {
  const row = { customer_id, postback_id };
  const { isParked } = await deferRow(pool, QUEUES.postback_queue, row, { error, now: clock() });
  log.error(
    { err: error, postback: postback_id },
    isParked
      ? 'a postback could not be delivered again and again; it is parked'
      : 'a postback could not be delivered, or its delivery not be recorded; it is tried again',
  );
}

/** @returns sends of the lane that failed in a row. */
async function noteFailures(
  { clock }: DeliveryParts,
  client: ClientBase,
  lane: Lane,
  sent: readonly SentDelivery[],
): Promise<number> {
  const classes = sent.map(({ result }) => result.failure);
  const away = classes.filter((failure) => failure === 'transient').length;
  // What was not sent says nothing of the network.
  const answered = classes.some((failure) => failure === null || failure === 'permanent');
  if (answered && (lane.failures > 0 || away > 0)) await forgetFailures(client, lane);
  if (answered) return 0;
  return away === 0 ? lane.failures : countFailures(client, lane, away, clock());
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

/** Sends to one host share its connections, whosever they are. */
function hostOf(config: SealedConfig | null): string {
  const address = config?.postback_url ?? networkOf(config?.postback_format ?? '')?.origin ?? '';
  return URL.parse(address)?.host ?? '';
}
