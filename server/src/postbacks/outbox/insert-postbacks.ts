import type { ClientBase } from 'pg';
import { isDistributed } from '../../platform/store/is-distributed.ts';
import { timeOrderedId } from '../../platform/values/time-ordered-id.ts';
import { skipRefused } from '../consent/skip-refused.ts';
import { NATIVE_FORMATS } from '../native-formats.ts';
import type { PostbackEventType } from '../networks/ad-network.ts';
import type { KnownConfig } from './applicable-configs.ts';

/** A delivery to make. */
export interface NewPostback {
  readonly config: KnownConfig;
  readonly appId: string;
  readonly eventType: PostbackEventType;
  readonly attributionId: string;
  readonly installId: string;
  /** Of a purchase. */
  readonly paymentEventId: string | null;
}

const INSERT = `
  insert into postbacks (customer_id, postback_id, config_id, app_id, postback_format, event_type, attribution_id,
    install_id, payment_event_id, created_at, next_attempt_at)
  select customer_id, postback_id, config_id, app_id, postback_format, event_type, attribution_id, install_id,
    payment_event_id, $2, $2
  from json_to_recordset($1::json) as given (customer_id uuid, postback_id uuid, config_id uuid, app_id uuid,
    postback_format text, event_type text, attribution_id uuid, install_id uuid, payment_event_id uuid)
  order by customer_id, postback_id
  on conflict do nothing
  returning customer_id, postback_id, config_id, postback_format`;

const QUEUE_INTO = 'insert into postback_queue (customer_id, postback_id, config_id, due_at)';

const QUEUE = `
  ${QUEUE_INTO}
  select customer_id, postback_id, config_id, $2
  from json_to_recordset($1::json) as given (customer_id uuid, postback_id uuid, config_id uuid)
  order by customer_id, postback_id`;

const NATIVE = `('{${NATIVE_FORMATS.join(',')}}'::text[])`;

/** Queues at once what no consent is asked for, and answers with the others. */
const INSERT_AND_QUEUE = `
  with inserted as (${INSERT}),
  queued as (
    ${QUEUE_INTO}
    select customer_id, postback_id, config_id, $2 from inserted where postback_format <> all ${NATIVE})
  select customer_id, postback_id, config_id, postback_format from inserted where postback_format = any ${NATIVE}`;

/**
 * Puts deliveries into the outbox, in the caller's transaction: what caused them is committed with them or not at all.
 * One that is there already stays as it is. What the device's user refuses now is skipped at once: they may agree before it would
 * be sent.
 *
 * @param now Unix ms.
 */
export async function insertPostbacks(
  client: ClientBase,
  postbacks: readonly NewPostback[],
  now: number,
): Promise<void> {
  if (postbacks.length === 0) return;
  const at = new Date(now).toISOString();
  const given = JSON.stringify(postbacks.map((postback) => toRow(postback, now)));
  const open = await skipRefused(client, await insert(client, given, at));
  if (open.length === 0) return;
  await client.query({ name: 'queue-postbacks', text: QUEUE, values: [JSON.stringify(open), at] });
}

/** Returns those that are yet to be queued. Over nodes no statement changes two tables. */
async function insert(client: ClientBase, given: string, at: string): Promise<InsertedPostback[]> {
  const statement = (await isDistributed(client))
    ? { name: 'insert-postbacks', text: INSERT }
    : { name: 'insert-and-queue-postbacks', text: INSERT_AND_QUEUE, onNodes: INSERT };
  return (await client.query<InsertedPostback>({ ...statement, values: [given, at] })).rows;
}

interface InsertedPostback {
  readonly customer_id: string;
  readonly postback_id: string;
  readonly config_id: string;
  readonly postback_format: string;
}

function toRow({ config, ...postback }: NewPostback, now: number) {
  return {
    customer_id: config.customer_id,
    postback_id: timeOrderedId(now),
    config_id: config.id,
    app_id: postback.appId,
    postback_format: config.postback_format,
    event_type: postback.eventType,
    attribution_id: postback.attributionId,
    install_id: postback.installId,
    payment_event_id: postback.paymentEventId,
  };
}
