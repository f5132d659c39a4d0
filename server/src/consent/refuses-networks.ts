import type { ConsentStatement } from '@tributary/sdk/wire/consent';

/** Whether a statement forbids to send anything about its device to an ad network; record-consents-sql.ts agrees. */
export function refusesNetworks(consent: ConsentStatement | null): boolean {
  if (consent === null) return false;
  const { eea, ad_user_data } = consent;
  return ad_user_data === false || (eea === true && ad_user_data === undefined);
}
