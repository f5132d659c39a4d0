import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { signEvent } from '@tributary/sdk/wire/sign';
import type { Client } from 'pg';
import type { SeededApp } from '../../backend/seed-apps.ts';

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
    const eventId = await sendInstall(origin, app);
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

async function sendInstall(origin: string, { customerId, appId, secret }: SeededApp): Promise<string> {
  const now = Date.now();
  const event = {
    event_type: 'install' as const,
    timestamp: now,
    sent_at: now,
    customer_id: customerId,
    app_id: appId,
    event_id: randomUUID(),
    sdk_version: 'bench-1.0',
    android_id: randomUUID(),
  };
  const body = JSON.stringify(signEvent(event, secret));
  const response = await fetch(`${origin}/v1/ingest`, { method: 'POST', body });
  if (response.status !== 200) throw new Error(await response.text());
  await response.body?.cancel();
  return event.event_id;
}
