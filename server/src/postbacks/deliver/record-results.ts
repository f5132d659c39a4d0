import type { ClientBase } from 'pg';
import { nextSendAt } from './next-send-at.ts';
import type { SendResult } from './send/send-event.ts';

/** A send that was made. */
export interface SentDelivery {
  readonly postbackId: string;
  /** Sends of the present schedule before this one. */
  readonly sends: number;
  readonly result: SendResult;
}

const UPDATE = `
  update postbacks set sends = postbacks.sends + given.sent, attempts = attempts + given.sent, status = given.status,
    failure_class = given.failure_class, next_attempt_at = given.next_attempt_at
  from json_to_recordset($2::json) as given (postback_id uuid, status text, failure_class text,
    next_attempt_at timestamptz, sent smallint)
  where postbacks.customer_id = $1 and postbacks.postback_id = given.postback_id and postbacks.status = 'pending'
  returning postbacks.postback_id, attempts`;

const KEEP = `
  insert into postback_attempts (customer_id, postback_id, attempt, attempted_at, http_status, class, response)
  select $1, postback_id, attempt, attempted_at, http_status, class, response
  from json_to_recordset($2::json) as given (postback_id uuid, attempt integer, attempted_at timestamptz,
    http_status smallint, class text, response text)`;

const DEFER = `
  update postback_queue set due_at = given.next_attempt_at, claimed_at = null, attempts = 0,
    last_error = null
  from json_to_recordset($2::json) as given (postback_id uuid, next_attempt_at timestamptz)
  where customer_id = $1 and postback_queue.postback_id = given.postback_id`;

const FINISH = 'delete from postback_queue where customer_id = $1 and postback_id = any($2::uuid[])';

/** Writes down what became of sends, and when the next one is. One that was erased meanwhile is forgotten. */
export async function recordResults(
  client: ClientBase,
  customerId: string,
  sent: readonly SentDelivery[],
): Promise<void> {
  const outcomes = sent.map(toOutcome).sort((a, b) => (a.postback_id < b.postback_id ? -1 : 1));
  const updated = await client.query<{ postback_id: string; attempts: number }>({
    name: 'record-postbacks',
    text: UPDATE,
    values: [customerId, JSON.stringify(outcomes)],
  });
  const attemptOf = new Map(updated.rows.map(({ postback_id, attempts }) => [postback_id, attempts]));
  const kept = sent.flatMap((delivery) => toAttempt(delivery, attemptOf.get(delivery.postbackId)));
  await client.query({
    name: 'keep-postback-attempts',
    text: KEEP,
    values: [customerId, JSON.stringify(kept)],
  });
  const pending = outcomes.filter(({ status }) => status === 'pending');
  const finished = outcomes
    .filter(({ status }) => status !== 'pending')
    .map(({ postback_id }) => postback_id);
  if (pending.length > 0) {
    await client.query({
      name: 'defer-postbacks',
      text: DEFER,
      values: [customerId, JSON.stringify(pending)],
    });
  }
  await removeFromOutbox(client, customerId, finished);
}

/** Nothing is left to be sent of these. */
export async function removeFromOutbox(
  client: Pick<ClientBase, 'query'>,
  customerId: string,
  postbackIds: readonly string[],
): Promise<void> {
  if (postbackIds.length === 0) return;
  await client.query({ name: 'finish-postbacks', text: FINISH, values: [customerId, postbackIds] });
}

function toOutcome({ postbackId: postback_id, sends, result: { failure, sentAt } }: SentDelivery) {
  const sent = failure === 'consent' ? 0 : 1;
  if (failure === null)
    return { postback_id, status: 'sent', failure_class: null, next_attempt_at: null, sent };
  if (failure === 'consent')
    return { postback_id, status: 'skipped', failure_class: failure, next_attempt_at: null, sent };
  const next = failure === 'transient' ? nextSendAt(sends + 1, sentAt) : null;
  if (next === null)
    return { postback_id, status: 'failed', failure_class: failure, next_attempt_at: null, sent };
  const next_attempt_at = new Date(next).toISOString();
  return { postback_id, status: 'pending', failure_class: null, next_attempt_at, sent };
}

function toAttempt({ postbackId, result }: SentDelivery, attempt: number | undefined) {
  // What the user does not consent to was not attempted.
  if (attempt === undefined || result.failure === 'consent') return [];
  return [
    {
      postback_id: postbackId,
      attempt,
      attempted_at: new Date(result.sentAt).toISOString(),
      http_status: result.httpStatus,
      class: result.failure,
      response: result.response,
    },
  ];
}
