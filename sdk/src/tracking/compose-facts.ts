import type { DeviceContext } from '../platform/platform.ts';
import { SDK_VERSION } from '../sdk-version.ts';
import type { UnsignedEvent } from '../wire/event.ts';
import type { EventFacts } from './pending-event.ts';
import type { SplitProperties } from './split-properties.ts';

/** What is taken down at the moment of the call. */
export interface CapturedEvent extends Pick<UnsignedEvent, 'event_type' | 'custom_event_name'> {
  eventId: string;
  /** Unix ms. */
  timestamp: number;
  monotonic: number;
  properties: SplitProperties;
}

/** What is known beside the call: of the device, the installation and the person. */
export interface Surroundings {
  device: DeviceContext;
  installationId: string;
  gaid: string | undefined;
  userId: string | undefined;
  pushToken: string | undefined;
  integrityToken: string | undefined;
}

/** Puts an event together, without members for what is not known. */
export function composeFacts(captured: CapturedEvent, around: Surroundings): EventFacts {
  const { user_agent, ...device } = around.device;
  const { members, event_properties } = captured.properties;
  return {
    ...members,
    ...withoutUndefined({ custom_event_name: captured.custom_event_name }),
    ...withoutUndefined(device),
    ...withoutUndefined({
      gaid: around.gaid,
      user_id: around.userId,
      push_token: around.pushToken,
      integrity_token: around.integrityToken,
      device_fingerprint_components: fingerprint(around.device),
      event_properties,
    }),
    event_type: captured.event_type,
    timestamp: captured.timestamp,
    event_id: captured.eventId,
    sdk_version: SDK_VERSION,
    installation_id: around.installationId,
  };
}

/** All of its required parts or nothing: the service takes no fingerprint with a gap. */
function fingerprint(device: DeviceContext): UnsignedEvent['device_fingerprint_components'] {
  const { user_agent, device_model, os_version, screen_resolution } = device;
  if (!user_agent || !device_model || !os_version) return undefined;
  return { user_agent, device_model, os_version, ...withoutUndefined({ screen_resolution }) };
}

type Defined<Members> = { [Name in keyof Members]?: Exclude<Members[Name], undefined> };

function withoutUndefined<Members extends object>(members: Members): Defined<Members> {
  const defined = Object.entries(members).filter(([, value]) => value !== undefined);
  return Object.fromEntries(defined) as Defined<Members>;
}
