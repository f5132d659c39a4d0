import type { Pool } from 'pg';

/** Installs by one of the values that reports are grouped by; null is the one that is not known. */
export interface GroupCondition {
  readonly name:
    | 'country'
    | 'app_version'
    | 'os_version'
    | 'device_model'
    | 'campaign_id'
    | 'channel'
    | 'model';
  readonly value: string | null;
}

/** SQL of a value of an install, as its event and its decision say: nothing that was kept for counting. */
const VALUES: Readonly<Record<GroupCondition['name'], string>> = {
  country: 'said.country',
  app_version: 'said.app_version',
  os_version: 'said.os_version',
  device_model: 'said.device_model',
  campaign_id: 'decided.campaign_id::text',
  channel: 'decided.channel',
  model: 'decided.model',
};

const SAID = `
  attributions decided
  join installs found on found.customer_id = decided.customer_id and found.install_id = decided.install_id
  join events said on said.customer_id = found.customer_id and said.app_id = found.app_id
    and said.event_id = found.event_id`;

/** SQL of a condition on the install of the rows around it; `$1` is the account. */
export function isOfGroup({ name, value }: GroupCondition): string {
  return `install_id in (
    select decided.install_id from ${SAID}
    where decided.customer_id = $1 and coalesce(${VALUES[name]}, '') = '${(value ?? '').replaceAll("'", "''")}')`;
}

/** All values that installs of an account have. */
export async function valuesOf(
  pool: Pool,
  accountId: string,
  name: GroupCondition['name'],
): Promise<(string | null)[]> {
  const { rows } = await pool.query<{ value: string | null }>(
    `select distinct nullif(${VALUES[name]}, '') as value from ${SAID} where decided.customer_id = $1`,
    [accountId],
  );
  return rows.map(({ value }) => value);
}
