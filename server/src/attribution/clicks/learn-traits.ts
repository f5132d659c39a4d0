import type { Pool } from 'pg';
import { queryGiven } from '../../platform/store/query-given.ts';
import type { ClickRecord } from './click-record.ts';

const LEARN = `
  update clicks set device_model = coalesce(clicks.device_model, given.device_model),
    os_version = coalesce(clicks.os_version, given.os_version)
  from json_to_recordset($1::json) as given (customer_id uuid, click_id uuid, device_model text, os_version text)
  where clicks.customer_id = given.customer_id and clicks.click_id = given.click_id
    and clicks.device_model is null`;

/**
 * Gives clicks the model and version that their repeats show: a browser that is asked for them sends its request again, and
 * the first one counts.
 */
export async function learnTraits(pool: Pool, clicks: readonly ClickRecord[]): Promise<void> {
  const telling = clicks
    .filter((click) => click.excluded_because === 'repeat' && click.device_model !== null)
    .map(({ customer_id, original_click_id: click_id, device_model, os_version }) => ({
      customer_id,
      click_id,
      device_model,
      os_version,
    }));
  await queryGiven(pool, { name: 'learn-traits-of-clicks', text: LEARN }, telling);
}
