import { randomUUID } from 'node:crypto';
import type { ClientBase } from 'pg';
import { skipRefused } from '../consent/skip-refused.ts';
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

const QUEUE = `
  insert into postback_queue (customer_id, postback_id, config_id, due_at)
  select customer_id, postback_id, config_id, $2
  from json_to_recordset($1::json) as given (customer_id uuid, postback_id uuid, config_id uuid)
  order by customer_id, postback_id`;

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
  const values = [JSON.stringify(postbacks.map(toRow)), at];
  const { rows } = await client.query<InsertedPostback>({ name: 'insert-postbacks', text: INSERT, values });
  const open = await skipRefused(client, rows);
  if (open.length === 0) return;
  await client.query({ name: 'queue-postbacks', text: QUEUE, values: [JSON.stringify(open), at] });
}

interface InsertedPostback {
  readonly customer_id: string;
  readonly postback_id: string;
  readonly config_id: string;
  readonly postback_format: string;
}

function toRow({ config, ...postback }: NewPostback) {
  return {
    customer_id: config.customer_id,
    postback_id: randomUUID(),
    config_id: config.id,
    app_id: postback.appId,
    postback_format: config.postback_format,
    event_type: postback.eventType,
    attribution_id: postback.attributionId,
    install_id: postback.installId,
    payment_event_id: postback.paymentEventId,
  };
}
