import { setTimeout as sleep } from 'node:timers/promises';
import { REFUSES_NETWORKS } from '@tributary/db/functions/record-consents-sql';
import type { Pool } from 'pg';
import { latestConsent } from '../../consent/latest-consent-sql.ts';
import type { Withdrawal } from '../../consent/withdrawal.ts';
import { inTransaction } from '../../platform/store/group-commit/in-transaction.ts';
import { queryForCustomer } from '../../platform/store/query-for-customer.ts';
import { LEASE_MS } from '../deliver/claim-deliveries.ts';
import { NATIVE_FORMATS } from '../native-formats.ts';

/** Longer than a send may take, in ms; one that is not over by then died with its process. */
const LONGEST_WAIT_MS = 12_000;
const PAUSE_MS = 20;

const DEVICE = { customer: '$1::uuid', app: 'known.app_id', device: 'known.device_id' };

/** Deliveries that wait although their device's user refuses them. */
const FIND_REFUSED = {
  name: 'find-refused-postbacks',
  text: `
    select distinct postback_id
    from unnest($2::uuid[], $3::uuid[]) as given (app_id, device_key)
    join device_ids known on known.customer_id = $1 and known.app_id = given.app_id
      and known.device_key = given.device_key
    cross join lateral (
      select eea, ad_user_data
      from jsonb_to_record(${latestConsent(DEVICE)}) as latest (eea boolean, ad_user_data boolean)) latest
    join attributions on attributions.customer_id = $1 and attributions.device_id = known.device_id
    join postbacks on postbacks.customer_id = $1 and postbacks.install_id = attributions.install_id
    where ${REFUSES_NETWORKS} and postbacks.status = 'pending' and postback_format = any($4::text[])`,
};

/** A claim that is older than a lease is no one's. The queue may be on another node than what it is about. */
const CLAIM_FREE = {
  name: 'claim-refused-postbacks',
  text: `
    select postback_id from postback_queue
    where customer_id = $1 and postback_id = any($2::uuid[]) and (claimed_at is null or claimed_at <= $3)
    order by postback_id
    for update skip locked`,
};

const SKIP = {
  name: 'skip-refused-postbacks',
  text: `
    update postbacks set status = 'skipped', failure_class = 'consent', next_attempt_at = null
    where customer_id = $1 and postback_id = any($2::uuid[]) and status = 'pending'
    returning postback_id`,
};

const LEAVE_QUEUE = 'delete from postback_queue where customer_id = $1 and postback_id = any($2::uuid[])';

interface SkipParts {
  readonly pool: Pool;
  /** Unix ms. */
  readonly clock: () => number;
}

/**
 * Skips what ad networks would still be sent about devices whose users have withdrawn their consent, and waits for what is
 * being sent: afterwards nothing leaves. What is claimed later reads the consent after its claim.
 */
export async function skipWithdrawn(parts: SkipParts, withdrawals: readonly Withdrawal[]): Promise<void> {
  for (const [customerId, devices] of Map.groupBy(withdrawals, (one) => one.customerId)) {
    const until = performance.now() + LONGEST_WAIT_MS;
    while ((await skip(parts, customerId, devices)) > 0 && performance.now() < until) await sleep(PAUSE_MS);
  }
}

/** @returns how many sends are under way. */
async function skip(
  { pool, clock }: SkipParts,
  customerId: string,
  devices: readonly Withdrawal[],
): Promise<number> {
  const refused = await queryForCustomer<Postback>(pool, customerId, FIND_REFUSED, [
    devices.map(({ appId }) => appId),
    devices.map(({ deviceKey }) => deviceKey),
    NATIVE_FORMATS,
  ]);
  if (refused.length === 0) return 0;
  return inTransaction(pool, async (client) => {
    const lapsed = new Date(clock() - LEASE_MS).toISOString();
    const claim = { ...CLAIM_FREE, values: [customerId, idsOf(refused), lapsed] };
    const free = idsOf((await client.query<Postback>(claim)).rows);
    const skipped = await client.query<Postback>({ ...SKIP, values: [customerId, free] });
    await client.query(LEAVE_QUEUE, [customerId, idsOf(skipped.rows)]);
    return refused.length - skipped.rows.length;
  });
}

interface Postback {
  readonly postback_id: string;
}

const idsOf = (postbacks: readonly Postback[]) => postbacks.map(({ postback_id }) => postback_id);
