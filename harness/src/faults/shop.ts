import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { signedEvent } from '@tributary/server/testing/signed-event';
import { createSigningApp, type SigningApp } from '../backend/signing-app.ts';
import type { FaultRig } from './fault-rig.ts';

const PER_REQUEST = 50;

/** An app with devices that installed and bought. */
export interface Shop {
  readonly app: SigningApp;
  /** Advertising ids of devices that are still there. */
  readonly devices: string[];
}

/** Sends everything through the service and waits until it is attributed. */
export async function openShop(rig: FaultRig, devices: number): Promise<Shop> {
  const server = await rig.server();
  const app = await createSigningApp(server);
  const ids = Array.from({ length: devices }, () => randomUUID());
  const events = ids.flatMap((gaid) => [
    signedEvent(app, { event_type: 'install', gaid }),
    signedEvent(app, { event_type: 'purchase', gaid, revenue: 2.5, currency: 'EUR' }),
  ]);
  for (let from = 0; from < events.length; from += PER_REQUEST) {
    const body = JSON.stringify({ events: events.slice(from, from + PER_REQUEST) });
    const response = await fetch(`${server.origin}/v1/ingest`, { method: 'POST', body });
    if (!response.ok) throw new Error(`ingest: ${response.status} ${await response.text()}`);
    await response.arrayBuffer();
  }
  await untilWorked(rig);
  return { app, devices: ids };
}

/** Resolves when the workers have nothing left to do. */
async function untilWorked(rig: FaultRig): Promise<void> {
  for (;;) {
    const [left] = await rig.query<{ n: number }>(
      `select (select count(*) from event_queue) + (select count(*) from activity_queue)
         + (select count(*) from credit_queue) as n`,
    );
    if (Number(left?.n) === 0) return;
    await pause(100);
  }
}

/** Calls a procedure of the service that runs now. @returns the status, and the answer if it is JSON. */
export async function call(
  rig: FaultRig,
  { owner }: Pick<SigningApp, 'owner'>,
  procedure: string,
  args: object = {},
): Promise<{ status: number; body: unknown }> {
  const { origin } = await rig.server();
  const response = await fetch(`${origin}/rest/v1/rpc/${procedure}`, {
    method: 'POST',
    headers: owner.headers,
    body: JSON.stringify(args),
  });
  const text = await response.text();
  return { status: response.status, body: text === '' ? null : JSON.parse(text) };
}

/** Whether the counters equal what the stored facts give. */
export async function checkBooks(rig: FaultRig): Promise<string[]> {
  await untilWorked(rig);
  const { code, out, err } = await rig.admin(['rebuild-rollups']);
  if (code !== 0) return [`rebuild-rollups: ${err}`];
  return out.split('\n').filter((line) => line.includes('corrected'));
}
