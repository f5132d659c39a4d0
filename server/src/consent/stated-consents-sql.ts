import { datedByArrivalSql } from '../platform/values/dated-by-arrival-sql.ts';

/** What an event states, as a text that people read: `eea=true, ad_user_data=false`. */
const LABEL = `(
    select concat_ws(', ', 'eea=' || (stated ->> 'eea'), 'ad_user_data=' || (stated ->> 'ad_user_data'),
      'ad_personalization=' || (stated ->> 'ad_personalization'))
    from (select consent::jsonb as stated) said)`;

/**
 * SQL of a relation (occurred_at, event_id, label, is_dated_by_arrival): the events that state something else than the one before them.
 *
 * @param sent SQL of a relation of a device's events.
 */
export const statedConsents = (sent: string) => `(
    select occurred_at, event_id, ${LABEL} as label, is_dated_by_arrival
    from (select occurred_at, event_id, consent, ${datedByArrivalSql('heard')} as is_dated_by_arrival,
        lag(consent) over (order by occurred_at, event_id) as before
      from ${sent} heard where consent is not null) stated
    where consent is distinct from before)`;
