import type { ClientBase } from 'pg';

const HOLD = 'select id from apps where id = any($1::uuid[]) order by id for key share';
const HOLD_ALONE = 'select id from apps where id = $1 for update';

/**
 * Held by anyone who counts facts of these apps, until the end of the transaction, and taken before anything else of
 * theirs: any number may count, but not while something is taken back.
 */
export async function lockApps(client: ClientBase, appIds: readonly string[]): Promise<void> {
  await client.query({ name: 'lock-apps', text: HOLD, values: [[...new Set(appIds)]] });
}

/** Held by anyone who takes facts of an app back: waits until those who count are done, and makes others wait. */
export async function lockAppExclusively(client: ClientBase, appId: string): Promise<void> {
  await client.query({ name: 'lock-app-exclusively', text: HOLD_ALONE, values: [appId] });
}
