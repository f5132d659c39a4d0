/** Whether a statement forbids to send anything about its device to an ad network, as SQL over its columns. */
export const REFUSES_NETWORKS = `(ad_user_data is false or (eea and ad_user_data is null))`;

/**
 * Keeps the latest statement of each id, by true event time, of the events that are stored now; `withdrawn` becomes the
 * keys of those that forbid what was not forbidden. Of two at the same moment the one that forbids is kept. Sorted by
 * key, like every writer of the table.
 *
 * @param stated SQL of json: [{customer_id, app_id, consent_of (event id), stated_by (the event's first key), stated_key,
 *   stated_ms, eea, ad_user_data, ad_personalization}], with entries of other kinds among them.
 */
export function recordConsentsSql(stated: string, keptApps: string, keptIds: string): string {
  return `if ${stated}::text like '%"consent_of"%' then
      with stated as (
        select distinct on (customer_id, stated_key, app_id) *, ${REFUSES_NETWORKS} as refuses
        from json_to_recordset(${stated}) as stated (customer_id uuid, app_id uuid, consent_of text, stated_by uuid,
          stated_key uuid, stated_ms float8, eea boolean, ad_user_data boolean, ad_personalization boolean)
        where consent_of is not null
          and (app_id, consent_of) in (select * from unnest(${keptApps}, ${keptIds}))
        order by customer_id, stated_key, app_id, stated_ms desc, ${REFUSES_NETWORKS} desc
      ), recorded as (
        insert into device_consents as known (customer_id, device_key, app_id, stated_at, stated_by, eea, ad_user_data,
          ad_personalization, refused_since)
        select customer_id, stated_key, app_id, to_timestamp(stated_ms / 1000), stated_by, eea, ad_user_data,
          ad_personalization, case when refuses then consent_of end
        from stated
        order by customer_id, stated_key, app_id
        on conflict (customer_id, device_key, app_id) do update set stated_at = excluded.stated_at,
          stated_by = excluded.stated_by, eea = excluded.eea, ad_user_data = excluded.ad_user_data,
          ad_personalization = excluded.ad_personalization,
          refused_since = case when excluded.refused_since is not null
            then coalesce(known.refused_since, excluded.refused_since) end
        where excluded.stated_at > known.stated_at
          or excluded.stated_at = known.stated_at and excluded.refused_since is not null
        returning customer_id, device_key, app_id, refused_since)
      select json_agg(distinct app_id || consent_of) into withdrawn
      from recorded join stated using (customer_id, app_id)
      where stated.stated_key = recorded.device_key and refused_since = consent_of;
    end if;`;
}
