import type { PoolClient } from 'pg';
import { NAMING, restsOn } from '../models/models.ts';
import type { DecidedInstall } from './store-attributions.ts';

const INSERT = `
  insert into named_clicks (customer_id, click_id, install_id, device_id)
  select distinct customer_id, click_id, install_id, device_id
  from json_to_recordset($1::json) as given (customer_id uuid, click_id uuid, install_id uuid, device_id uuid)
  order by customer_id, click_id, install_id`;

/**
 * Remembers the clicks that installs name, by referrer or click id, and that are not their cause: they were refused, or
 * another one came first. They are no other device's candidates (decide/find-named-clicks.ts). Few installs have one.
 */
export async function storeNamedClicks(
  client: PoolClient,
  decided: readonly DecidedInstall[],
): Promise<void> {
  const rows = decided.flatMap(({ install, decision }) =>
    decision.rejected
      .filter(({ model }) => restsOn(model, ...NAMING))
      .map(({ click_id }) => ({
        customer_id: install.event.customer_id,
        click_id,
        install_id: install.installId,
        device_id: install.deviceId,
      })),
  );
  if (rows.length === 0) return;
  await client.query({ name: 'insert-named-clicks', text: INSERT, values: [JSON.stringify(rows)] });
}
