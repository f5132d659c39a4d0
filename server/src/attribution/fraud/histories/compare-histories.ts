import type { ClientBase } from 'pg';
import type { Histories } from '../../../fraud-rules/fraud-facts.ts';
import { countHistories, type HistoryQuestion } from './count-histories.ts';
import { storeHistories } from './store-histories.ts';

/** An install that is reviewed, with what its device has done by then; null for what is not known. */
export interface ReviewedDevice extends Omit<HistoryQuestion, 'client' | 'link_id'> {
  readonly install_id: string;
  readonly link_id: string | null;
  readonly client: string | null;
  readonly key_resolved: boolean | null;
  /** Whether it has begun a session. */
  readonly began: boolean | null;
  /** Whether it was used before its install, or ended a session that it had not begun. */
  readonly out_of_order: boolean | null;
}

/**
 * Stores what each device misses of what an SDK does first, and compares those that miss something with others. In the
 * order of the devices; null for one of which nothing is to be compared.
 */
export async function compareHistories(
  client: ClientBase,
  devices: readonly ReviewedDevice[],
): Promise<(Histories | null)[]> {
  const known = devices.flatMap((device) => {
    const history = missingOf(device);
    return history === null ? [] : [{ device, history }];
  });
  // Before counting, so that installs of one batch are each other's neighbours.
  await storeHistories(
    client,
    known.map(({ device: { customer_id, install_id }, history }) => ({ customer_id, install_id, history })),
  );
  const suspicious = known.flatMap(({ device, history: missing }) => {
    const { link_id, client: name } = device;
    return missing === '' || link_id === null || name === null
      ? []
      : [{ missing, device, question: { ...device, link_id, client: name } }];
  });
  const counted = await countHistories(
    client,
    suspicious.map(({ question }) => question),
  );
  const found = new Map(
    suspicious.map(({ device, missing }, n) => [
      device,
      { missing, ofLink: [], organic: [], ...counted[n] } satisfies Histories,
    ]),
  );
  return devices.map((device) => found.get(device) ?? null);
}

/** What it misses, as `Histories` names it; null for an install from before this was kept, and one without an id. */
function missingOf({ client, key_resolved, began, out_of_order }: ReviewedDevice): string | null {
  if (client === null || key_resolved === null || began === null) return null;
  return [!key_resolved && 'key', !began && 'session', out_of_order && 'order'].filter(Boolean).join(' ');
}
