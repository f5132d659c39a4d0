import type { ClientBase } from 'pg';
import { queryGiven } from '../../../platform/store/query-given.ts';

/** What an install misses of what an SDK does first, by its review; empty for nothing. */
export interface InstallHistory {
  readonly customer_id: string;
  readonly install_id: string;
  readonly history: string;
}

const STORE = `
  update install_signals set history = given.history
  from json_to_recordset($1::json) as given (customer_id uuid, install_id uuid, history text)
  where install_signals.customer_id = given.customer_id and install_signals.install_id = given.install_id
    and install_signals.history is distinct from given.history`;

/** Keeps the histories of installs, with which others are compared. Their rows are locked already. */
export async function storeHistories(
  client: ClientBase,
  histories: readonly InstallHistory[],
): Promise<void> {
  await queryGiven(client, { name: 'store-histories', text: STORE }, histories);
}
