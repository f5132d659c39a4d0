import type { DeviceContext } from '../platform/platform.ts';
import type { UnsignedEvent } from '../wire/event.ts';
import { isFieldValid, isStorableText, MAX_COMPONENT_LENGTH } from '../wire/optional-fields.ts';
import { SDK_VERSION } from '../wire/sdk-version.ts';
import type { EventFacts } from './pending-event.ts';
import type { SplitProperties } from './split-properties.ts';

/** What is captured at the moment of the call. */
export interface CapturedEvent extends Pick<UnsignedEvent, 'event_type' | 'custom_event_name'> {
  eventId: string;
  /** Unix ms. */
  timestamp: number;
  monotonic: number;
  properties: SplitProperties;
}

/** What is known about the device, the installation and the user, apart from the call: members of the event. */
export interface EventContext {
  device: DeviceContext;
  installation_id: string;
  gaid: string | undefined;
  user_id: string | undefined;
  push_token: string | undefined;
  integrity_token: string | undefined;
}

/**
 * Composes an event, without members for what is unknown, and without those whose value the service would reject.
 *
 * @param onInvalid called with the name of a member that is left out
 */
export function composeFacts(
  captured: CapturedEvent,
  context: EventContext,
  onInvalid: (name: string) => void,
): EventFacts {
  const {
    device: { user_agent, ...device },
    ...known
  } = context;
  const { members, event_properties } = captured.properties;
  const all = {
    ...device,
    custom_event_name: captured.custom_event_name,
    ...known,
    device_fingerprint_components: fingerprint(context.device),
    event_properties,
    event_type: captured.event_type,
    timestamp: captured.timestamp,
    event_id: captured.eventId,
    sdk_version: SDK_VERSION,
  };
  const kept = Object.entries(all).filter(([name, value]) => {
    if (value === undefined) return false;
    const isValid = isFieldValid(name, value);
    if (!isValid) onInvalid(name);
    return isValid;
  });
  return { ...members, ...(Object.fromEntries(kept) as unknown as EventFacts) };
}

/** All required components or none: the service does not accept an incomplete fingerprint. */
function fingerprint(device: DeviceContext): UnsignedEvent['device_fingerprint_components'] {
  const { user_agent, device_model, os_version, screen_resolution } = device;
  const isText = (value: unknown): value is string =>
    isStorableText(value, MAX_COMPONENT_LENGTH) && value !== '';
  if (!isText(user_agent) || !isText(device_model) || !isText(os_version)) return undefined;
  return { user_agent, device_model, os_version, ...(isText(screen_resolution) && { screen_resolution }) };
}
