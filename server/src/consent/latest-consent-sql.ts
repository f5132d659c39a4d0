import { REFUSES_NETWORKS } from '@tributary/db/functions/record-consents-sql';

/** SQL expressions that name a device. */
interface DeviceSql {
  readonly customer: string;
  readonly app: string;
  readonly device: string;
}

/**
 * SQL of the latest statement of a device as jsonb, by true event time, under whichever of its ids; null without one.
 * Another device that has sent one of its ids, such as an advertising id, may withdraw by it, but not agree.
 */
export const latestConsent = ({ customer, app, device }: DeviceSql) => `(
    select jsonb_strip_nulls(jsonb_build_object('eea', eea, 'ad_user_data', ad_user_data, 'ad_personalization',
      ad_personalization))
    from device_ids own
    join device_consents stated on stated.customer_id = own.customer_id and stated.app_id = own.app_id
      and stated.device_key = own.device_key
    where own.device_id = ${device} and own.app_id = ${app} and own.customer_id is not distinct from ${customer}
      and (${REFUSES_NETWORKS} or exists (
        select 1 from device_ids its
        where its.device_id = ${device} and its.app_id = ${app} and its.customer_id is not distinct from ${customer}
          and its.device_key = stated.stated_by))
    order by stated_at desc, ${REFUSES_NETWORKS} desc
    limit 1)`;
