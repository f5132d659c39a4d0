import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from 'pg';
import type { SeededApp } from '../../backend/seed-apps.ts';
import { sendInstall } from '../send-install.ts';

const POLL_MS = 2;
const VISIBLE = {
  name: 'is-attribution-visible',
  text: `select 1 from installs join attributions using (customer_id, install_id)
         where installs.customer_id = $1 and installs.app_id = $2 and event_id = $3`,
};

/**
 * Sends single installs to an otherwise idle service; returns the times from acceptance to a readable attribution, in
 * ms, sorted. Polling accounts for a few ms.
 */
export async function measureLag(
  client: Client,
  origin: string,
  app: SeededApp,
  installs: number,
): Promise<number[]> {
  const lags: number[] = [];
  for (let n = 0; n < installs; n++) {
    const eventId = randomUUID();
    await sendInstall(origin, app, eventId);
    const acceptedAt = performance.now();
    while (
      (await client.query({ ...VISIBLE, values: [app.customerId, app.appId, eventId] })).rowCount === 0
    ) {
      await pause(POLL_MS);
    }
    lags.push(performance.now() - acceptedAt);
    await pause(20);
  }
  return lags.sort((a, b) => a - b);
}
