import { hash } from 'node:crypto';
import type { CheckedEvent } from '../check/check-shape.ts';

/**
 * SHA-256 over a device's fingerprint components and its masked network, in hex; undefined without components.
 *
 * @param network as returned by maskedNetwork.
 */
export function fingerprintHash(event: CheckedEvent, network: string | undefined): string | undefined {
  const components = event.device_fingerprint_components;
  if (components == null) return undefined;
  const { user_agent, device_model, os_version, screen_resolution } = components;
  const known = [user_agent, device_model, os_version, screen_resolution ?? '', network ?? ''];
  return hash('sha256', JSON.stringify(known), 'hex');
}
