import type { ClientConfig } from '../config/client-config.ts';
import type { Device } from './controlled-device.ts';

export const MINUTE_MS = 60_000;

/** The app is started, used for a while and ended. */
export async function runApp(device: Device, minutes = 1, config: ClientConfig = {}): Promise<void> {
  const client = device.start(config);
  await client.flush();
  device.advance(minutes * MINUTE_MS);
  device.background();
  await client.flush();
  await client.close();
}
