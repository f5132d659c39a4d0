import type { ClientBase } from 'pg';

/** What is kept of an install to compare it with its neighbours. Times are Unix ms. */
export interface InstallSignals {
  readonly customer_id: string;
  readonly install_id: string;
  readonly app_id: string;
  readonly device_id: string;
  readonly device_key: string | null;
  readonly is_first: boolean;
  readonly has_token: boolean;
  /** As it names itself. */
  readonly client: string;
  /** Whether its event proves that its installation resolved its key. */
  readonly key_resolved: boolean;
  /** Of the click that it was attributed to. */
  readonly clicked_at: number | null;
  readonly link_id: string | null;
  readonly installed_at: number;
  readonly ip_network: string | null;
  readonly device_model: string | null;
  /** From which that click came. */
  readonly click_network: string | null;
  readonly device_clicks: number | null;
  /** The countries of the click and of the install, `DE KE`, where it came too soon after it to have travelled. */
  readonly abroad: string | null;
}

const STORE = `
  insert into install_signals (customer_id, install_id, app_id, device_id, device_key, is_first, has_token, clicked_at,
    link_id, installed_at, ip_network, device_model, click_network, device_clicks, client, key_resolved, abroad)
  select customer_id, install_id, app_id, device_id, device_key, is_first, has_token,
    to_timestamp(clicked_at / 1000.0), link_id, to_timestamp(installed_at / 1000.0), ip_network, device_model,
    click_network, device_clicks, client, key_resolved, abroad
  from json_to_recordset($1::json) as given (customer_id uuid, install_id uuid, app_id uuid, device_id uuid,
    device_key uuid, is_first boolean, has_token boolean, clicked_at bigint, link_id uuid, installed_at bigint,
    ip_network cidr, device_model text, click_network cidr, device_clicks int, client text,
    key_resolved boolean, abroad text)
  order by customer_id, install_id
  on conflict do nothing`;

const QUEUE_REVIEWS = `
  insert into fraud_reviews (customer_id, install_id, due_at)
  select customer_id, install_id, $2
  from json_to_recordset($1::json) as given (customer_id uuid, install_id uuid)
  order by customer_id, install_id
  on conflict do nothing`;

/**
 * Stores the signals of new installs and queues their first review.
 *
 * @param reviewAt Unix ms.
 */
export async function storeSignals(
  client: ClientBase,
  signals: readonly InstallSignals[],
  reviewAt: number,
): Promise<void> {
  if (signals.length === 0) return;
  const json = JSON.stringify(signals);
  await client.query({ name: 'insert-install-signals', text: STORE, values: [json] });
  const values = [json, new Date(reviewAt).toISOString()];
  await client.query({ name: 'queue-fraud-reviews', text: QUEUE_REVIEWS, values });
}
