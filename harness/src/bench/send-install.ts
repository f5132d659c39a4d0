import { randomUUID } from 'node:crypto';
import { signEvent } from '@tributary/sdk/wire/sign';
import type { SeededApp } from '../backend/seed-apps.ts';

/** Sends the install of a new device and waits until it is accepted. */
export async function sendInstall(
  origin: string,
  { customerId, appId, secret }: SeededApp,
  eventId: string,
): Promise<void> {
  const now = Date.now();
  const event = {
    event_type: 'install' as const,
    timestamp: now,
    sent_at: now,
    customer_id: customerId,
    app_id: appId,
    event_id: eventId,
    sdk_version: 'bench-1.0',
    android_id: randomUUID(),
  };
  const body = JSON.stringify(signEvent(event, secret));
  const response = await fetch(`${origin}/v1/ingest`, { method: 'POST', body });
  if (response.status !== 200) throw new Error(await response.text());
  await response.body?.cancel();
}
