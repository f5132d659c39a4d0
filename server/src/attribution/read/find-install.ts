import type { Attributions } from '@tributary/db/tables';
import type { Pool } from 'pg';
import { queryForCustomer } from '../../data-plane/query-for-customer.ts';

/** The state of an install event. */
export type InstallState =
  | { readonly kind: 'unknown' }
  | { readonly kind: 'pending' }
  | ({ readonly kind: 'decided' } & DecidedRow);

interface DecidedRow
  extends Pick<
    Attributions,
    'install_id' | 'model' | 'channel' | 'campaign_id' | 'click_id' | 'confidence_score' | 'reason'
  > {
  readonly near_tie: boolean;
}

/** One statement: between two, an event could move from the queue to the installs and be found in neither. */
const FIND = {
  name: 'find-install',
  text: `
    select attributions.install_id, attributions.model, attributions.channel, attributions.campaign_id,
      attributions.click_id, attributions.near_tie, attributions.confidence_score, attributions.reason,
      exists (select 1 from event_queue where event_queue.customer_id = $1 and event_queue.app_id = $2
        and event_queue.event_id = $3 and event_type = 'install') as pending
    from (select 1) here
    left join installs on installs.customer_id = $1 and installs.app_id = $2 and installs.event_id = $3
    left join attributions on attributions.customer_id = $1 and attributions.install_id = installs.install_id`,
};

/** Finds the attribution of an install by its event id, which is how the SDK knows it. */
export async function findInstall(
  pool: Pool,
  customerId: string,
  appId: string,
  eventId: string,
): Promise<InstallState> {
  const [row] = await queryForCustomer<
    { [K in keyof DecidedRow]: DecidedRow[K] | null } & { pending: boolean }
  >(pool, customerId, FIND, [appId, eventId]);
  if (isDecided(row)) return { kind: 'decided', ...row };
  return { kind: row?.pending === true ? 'pending' : 'unknown' };
}

function isDecided(row: { install_id: string | null } | undefined): row is DecidedRow {
  return row !== undefined && row.install_id !== null;
}
