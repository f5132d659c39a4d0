import { z } from 'zod';
import type { AdNetwork } from './ad-network.ts';
import { canonical } from './canonical.ts';
import { networkAConversions } from './network-a-conversions.ts';
import { networkBApp } from './network-b-app.ts';
import { networkCCampaignManager } from './network-c-campaign-manager.ts';
import { networkDConversions } from './network-d-conversions.ts';
import { networkEEvents } from './network-e-events.ts';

/** Every format there is. What one is built from, its own settings have been parsed by its own schema. */
export const NETWORKS: readonly AdNetwork[] = [
  canonical,
  networkAConversions,
  networkBApp,
  networkCCampaignManager,
  networkDConversions,
  networkEEvents,
];

const FORMATS = NETWORKS.map(({ format }) => format);

/** The name of a format, as arguments and answers have it. */
export const postbackFormat = z.enum(FORMATS, `must be one of ${FORMATS.join(', ')}`);

/** The network of a format; undefined if there is none. */
export function networkOf(format: string): AdNetwork | undefined {
  return NETWORKS.find((network) => network.format === format);
}
