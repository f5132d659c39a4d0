import type { Attributions } from '@tributary/db/tables';
import type { Pool } from 'pg';
import { queryForCustomer } from '../../platform/store/query-for-customer.ts';

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

const FIND = {
  name: 'find-install',
  text: `
    select attributions.install_id, attributions.model, attributions.channel, attributions.campaign_id,
      attributions.click_id, attributions.near_tie, attributions.confidence_score, attributions.reason
    from installs
    join attributions on attributions.customer_id = $1 and attributions.install_id = installs.install_id
    where installs.customer_id = $1 and installs.app_id = $2 and installs.event_id = $3`,
};

/** On another node than installs, if there are some: so it is asked by itself. */
const FIND_WAITING = {
  name: 'find-waiting-install',
  text: `
    select 1 from event_queue
    where customer_id = $1 and app_id = $2 and event_id = $3 and event_type = 'install'`,
};

/** Finds the attribution of an install by its event id, which is how the SDK knows it. */
export async function findInstall(
  pool: Pool,
  customerId: string,
  appId: string,
  eventId: string,
): Promise<InstallState> {
  const key = [appId, eventId];
  const find = () => queryForCustomer<DecidedRow>(pool, customerId, FIND, key);
  const [found] = await find();
  if (found) return { kind: 'decided', ...found };
  if ((await queryForCustomer(pool, customerId, FIND_WAITING, key)).length > 0) return { kind: 'pending' };
  // It may have gone from the queue to the installs between the two.
  const [late] = await find();
  return late ? { kind: 'decided', ...late } : { kind: 'unknown' };
}
