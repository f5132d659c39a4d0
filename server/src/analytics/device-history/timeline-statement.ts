import { statedConsents } from '../../consent/stated-consents-sql.ts';
import type { CustomerStatement } from '../../platform/store/query-for-customer.ts';
import { datedByArrivalSql } from '../../platform/values/dated-by-arrival-sql.ts';
import { CLICK_ID_KINDS } from '../../platform/values/device-id-kinds.ts';

/** An entry of each row; `at` is a timestamptz, `id` and `label` are text, `dated` is whether its event is dated by its arrival. */
const entry = (
  kind: string,
  at: string,
  id: string,
  label: string,
  amount = 'null',
  currency = 'null',
  dated = 'null',
) =>
  `select round(extract(epoch from ${at}) * 1000) as at, '${kind}' as kind, ${id}::text as id, ${label}::text as label,
     ${amount}::numeric as amount, ${currency}::text as currency, ${dated}::boolean as is_dated_by_arrival`;

const NONE = 'null';
const DATED = 'is_dated_by_arrival';

/** An id of the form that cursors take, of a kind and what it is the id of; sends of one delivery differ by number. */
const PLACE = `overlay(overlay(md5(kind || ' ' || coalesce(id, '') || ' ' || coalesce(label, ''))
  placing '4' from 13) placing '8' from 17)::uuid`;

const namedByClicks = (kind: (typeof CLICK_ID_KINDS)[number]) => `
  select click_id, clicked_at, source from clicks
  where customer_id = $1 and app_id = $2 and excluded_because is null
    and ${kind} = any(array(select value from ids where kind = '${kind}'))`;

/** A click names its device, or an install of the device was attributed to it. */
const CLICKS = `
  ${CLICK_ID_KINDS.map(namedByClicks).join(' union ')}
  union
  select clicks.click_id, clicks.clicked_at, clicks.source from decided
  join clicks on clicks.customer_id = $1 and clicks.click_id = decided.click_id`;

/**
 * Reads what is known of a device: `$2` its app, `$3` its id, `$4` the kinds of entries, `$5` and `$6` where the page
 * before ended, `$7` how many. All of a device is read for a page; its events are found by the keys of its ids.
 */
export const TIMELINE: CustomerStatement = {
  name: 'device-timeline',
  text: `
    with ids as materialized (
        select kind, value, device_key from device_ids where customer_id = $1 and device_id = $3::uuid),
      decided as materialized (
        select * from attributions where customer_id = $1 and device_id = $3::uuid),
      made as materialized (
        select * from installs where customer_id = $1 and install_id in (select install_id from decided)),
      bought as materialized (
        select * from purchases where customer_id = $1 and device_id = $3::uuid),
      sent as materialized (
        select * from events
        where device_key = any(array(select device_key from ids where device_key is not null))
          and customer_id = $1 and app_id = $2::uuid),
      dated as materialized (
        select event_id, ${datedByArrivalSql('sent')} as is_dated_by_arrival from sent),
      entries as (
        ${entry('click', 'clicked_at', 'click_id', 'source')} from (${CLICKS}) clicked
        union all ${entry('install', 'installed_at', 'event_id', 'kind', NONE, NONE, DATED)} from made left join dated using (event_id)
        union all ${entry('decision', 'decided_at', 'attribution_id', 'model')} from decided
        union all ${entry('fraud_flag', 'flagged_at', 'flag_id', 'rule')}
          from fraud_flags where customer_id = $1 and install_id in (select install_id from decided)
        union all ${entry('event', 'occurred_at', 'event_id', 'coalesce(custom_event_name, event_type)', 'revenue', 'currency', datedByArrivalSql('sent'))}
          from sent
          where event_id not in (select event_id from made) and event_id not in (select event_id from bought)
        union all ${entry('consent', 'occurred_at', 'event_id', 'label', NONE, NONE, DATED)} from ${statedConsents('sent')} consents
        union all ${entry('deferred_link', 'used_at', 'install_id', 'null')}
          from deferred_link_uses where customer_id = $1 and install_id in (select install_id from decided)
        union all ${entry('purchase', 'occurred_at', 'event_id', 'null', 'amount', 'currency', DATED)}
          from bought left join dated using (event_id)
        union all ${entry('payment', 'received_at', 'payment_event_id', 'event_type', 'amount', 'currency')}
          from payments where customer_id = $1 and device_id = $3::uuid
        union all ${entry('postback', 'attempted_at', 'postbacks.postback_id', "postback_format || ': ' || coalesce(http_status::text, class, 'sent')")}
          from postbacks join postback_attempts using (customer_id, postback_id)
          where postbacks.customer_id = $1 and postbacks.install_id in (select install_id from decided)),
      placed as (select *, ${PLACE} as place from entries where kind = any($4::text[]))
    select at::float8 as at, kind, id, label, amount::text as amount, currency, is_dated_by_arrival, place from placed
    where $5::numeric is null or (at, place) < ($5::numeric, $6::uuid)
    order by at desc, place desc
    limit $7`,
};
