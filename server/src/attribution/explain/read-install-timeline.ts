import type { Pool } from 'pg';
import { statedConsents } from '../../consent/stated-consents-sql.ts';
import { queryForCustomer } from '../../platform/store/query-for-customer.ts';
import { datedByArrivalSql } from '../../platform/values/dated-by-arrival-sql.ts';
import type { InstallFacts } from '../facts/install-facts.ts';
import { type TimelineEntry, type TimelineRow, toTimelineEntry } from './timeline-entry.ts';

/** Purchases, payments, statements and sends of each kind that are shown, the first ones. */
const MOST = 50;

const ms = (column: string) => `round(extract(epoch from ${column}) * 1000)::float8`;

const entry = (
  kind: string,
  at: string,
  id: string,
  label: string,
  amount = 'null',
  currency = 'null',
  dated = 'null',
) =>
  `select ${ms(at)} as at, '${kind}' as kind, ${id}::text as id, ${label}::text as label, ${amount}::text as amount,
    ${currency}::text as currency, ${dated}::boolean as is_dated_by_arrival`;

/** Found by the keys of the device's ids, without reading the others. */
const SENT = `(
    select * from events
    where device_key = any(array(
        select device_key from device_ids
        where customer_id = $1 and device_id = (select device_id from install) and device_key is not null))
      and customer_id = $1 and app_id = (select app_id from install))`;

const NONE = 'null';
/** Of the event that a row names; null once that is gone. */
const dated = (row: string) => `(
    select ${datedByArrivalSql('events')} from events
    where customer_id = $1 and events.app_id = ${row}.app_id and events.event_id = ${row}.event_id)`;

/** Money is what the device paid once it had the app. */
const READ = {
  name: 'read-install-timeline',
  text: `
    with install as (select * from installs where customer_id = $1 and install_id = $2),
      decided as (select * from attributions where customer_id = $1 and install_id = $2)
    ${entry('click', 'clicked_at', 'clicks.click_id', 'source')}
      from clicks where customer_id = $1 and click_id = (select click_id from decided)
    union all ${entry('install', 'installed_at', 'event_id', 'kind', NONE, NONE, dated('install'))} from install
    union all ${entry('arrival', 'received_at', 'event_id', 'null')} from install
    union all ${entry('decision', 'decided_at', 'attribution_id', 'model')} from decided
    union all ${entry('fraud_flag', 'flagged_at', 'flag_id', 'rule')}
      from fraud_flags where customer_id = $1 and install_id = $2
    union all ${entry('deferred_link', 'used_at', 'null', 'null')}
      from deferred_link_uses where customer_id = $1 and install_id = $2
    union all (${entry('postback', 'attempted_at', 'postbacks.postback_id', "postback_format || ': ' || coalesce(http_status::text, class, 'sent')")}
      from postbacks join postback_attempts using (customer_id, postback_id)
      where postbacks.customer_id = $1 and postbacks.install_id = $2
      order by attempted_at limit ${MOST})
    union all (${entry('purchase', 'occurred_at', 'purchases.event_id', 'null', 'amount', 'currency', dated('purchases'))}
      from purchases join install using (customer_id, app_id, device_id)
      where purchases.customer_id = $1 and occurred_at >= installed_at
      order by occurred_at limit ${MOST})
    union all (${entry('payment', 'payments.received_at', 'payment_event_id', 'event_type', 'amount', 'currency')}
      from payments join install using (customer_id, app_id, device_id)
      where payments.customer_id = $1 and payments.received_at >= installed_at
      order by payments.received_at limit ${MOST})
    union all (${entry('consent', 'occurred_at', 'event_id', 'label', NONE, NONE, 'is_dated_by_arrival')} from ${statedConsents(SENT)} consents
      order by occurred_at limit ${MOST})`,
};

/**
 * What is known of an install, from its click to the money that followed, the earliest first.
 *
 * @param facts of its event; null once that is gone.
 */
export async function readInstallTimeline(
  pool: Pool,
  customerId: string,
  installId: string,
  facts: InstallFacts | null,
): Promise<TimelineEntry[]> {
  const rows = await queryForCustomer<TimelineRow & Record<string, unknown>>(pool, customerId, READ, [
    installId,
  ]);
  return [...rows.map(toTimelineEntry), ...storeTimes(facts)].sort((a, b) => a.at - b.at);
}

function storeTimes(facts: InstallFacts | null): TimelineEntry[] {
  const times = [
    { at: facts?.storeClickAt ?? null, kind: 'store_click' },
    { at: facts?.installBeganAt ?? null, kind: 'install_begin' },
  ] as const;
  return times.flatMap(({ at, kind }) =>
    at === null
      ? []
      : [{ at, kind, id: null, label: null, amount: null, currency: null, is_dated_by_arrival: null }],
  );
}
