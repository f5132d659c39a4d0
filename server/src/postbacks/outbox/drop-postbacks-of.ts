import type { ClientBase } from 'pg';
import { queryGiven } from '../../platform/store/query-given.ts';

const GIVEN = 'json_to_recordset($1::json) as given (customer_id uuid, payment_event_id uuid, into_id uuid)';

/** A network that heard of it, or will, hears of the other no more. */
const MOVE = `
  update postbacks set payment_event_id = given.into_id from ${GIVEN}
  where postbacks.customer_id = given.customer_id and postbacks.payment_event_id = given.payment_event_id
    and not exists (
      select 1 from postbacks own
      where own.customer_id = given.customer_id and own.payment_event_id = given.into_id
        and own.config_id = postbacks.config_id)
  returning postbacks.postback_id`;

const UNSENT = `
  delete from postbacks using ${GIVEN}
  where postbacks.customer_id = given.customer_id and postbacks.payment_event_id = given.payment_event_id
    and postbacks.attempts = 0
  returning postbacks.customer_id, postbacks.postback_id`;

const UNQUEUE = `
  delete from postback_queue queued
  using json_to_recordset($1::json) as given (customer_id uuid, postback_id uuid)
  where queued.customer_id = given.customer_id and queued.postback_id = given.postback_id
  returning queued.postback_id`;

/** A payment that turned out to be another, which was recorded first. */
interface Merged {
  readonly customer_id: string;
  readonly payment_event_id: string;
  readonly into_id: string;
}

/** Gives the purchases that were to be sent of merged payments to those that they were merged into; none is sent twice. */
export async function dropPostbacksOf(client: ClientBase, merged: readonly Merged[]): Promise<void> {
  await queryGiven(client, { name: 'move-purchase-postbacks', text: MOVE }, merged);
  const unsent = await queryGiven<{ customer_id: string; postback_id: string }>(
    client,
    { name: 'drop-purchase-postbacks', text: UNSENT },
    merged,
  );
  await queryGiven(client, { name: 'unqueue-purchase-postbacks', text: UNQUEUE }, unsent);
}
