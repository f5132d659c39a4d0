import { REFUSES_NETWORKS } from '@tributary/db/functions/record-consents-sql';
import type { ClientBase } from 'pg';
import { latestConsent } from '../../consent/latest-consent-sql.ts';
import { ofAccount } from '../../platform/store/of-account.ts';
import { NATIVE_FORMATS } from '../native-formats.ts';

interface Postback {
  readonly customer_id: string;
  readonly postback_id: string;
  readonly postback_format: string;
}

const DEVICE = { customer: '$1::uuid', app: 'attributions.app_id', device: 'attributions.device_id' };

const FIND = `
  select postback_id
  from postbacks
  join attributions on attributions.customer_id = $1 and attributions.attribution_id = postbacks.attribution_id
  cross join lateral (
    select eea, ad_user_data
    from jsonb_to_record(${latestConsent(DEVICE)}) as latest (eea boolean, ad_user_data boolean)) latest
  where postbacks.customer_id = $1 and postback_id = any($2::uuid[]) and ${REFUSES_NETWORKS}`;

const SKIP = `
  update postbacks set status = 'skipped', failure_class = 'consent', next_attempt_at = null
  where customer_id = $1 and postback_id = any($2::uuid[])`;

/** Skips of new deliveries those to ad networks about devices whose users refuse them; returns the others. */
export async function skipRefused<P extends Postback>(
  client: ClientBase,
  postbacks: readonly P[],
): Promise<readonly P[]> {
  const native = postbacks.filter(({ postback_format }) => NATIVE_FORMATS.includes(postback_format));
  const refused = new Set<string>();
  for (const [customerId, own] of Map.groupBy(native, ({ customer_id }) => customer_id)) {
    const ids = own.map(({ postback_id }) => postback_id);
    const find = await ofAccount(client, { name: 'find-refused-new-postbacks', text: FIND });
    const { rows } = await client.query<Postback>({ ...find, values: [customerId, ids] });
    const found = rows.map(({ postback_id }) => postback_id);
    if (found.length === 0) continue;
    await client.query({ name: 'skip-refused-new-postbacks', text: SKIP, values: [customerId, found] });
    for (const id of found) refused.add(id);
  }
  return postbacks.filter(({ postback_id }) => !refused.has(postback_id));
}
