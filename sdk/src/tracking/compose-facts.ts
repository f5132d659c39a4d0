import type { EventFacts } from '../events/pending-event.ts';
import type { DeviceContext } from '../platform/platform.ts';
import type { UnsignedEvent } from '../wire/event.ts';
import { isFieldValid, isStorableText, MAX_COMPONENT_LENGTH } from '../wire/optional-fields.ts';

/** What is known about the device, the installation and the user, apart from the call. */
export interface EventContext extends Pick<EventFacts, 'installation_id'> {
  device: DeviceContext;
  gaid: string | undefined;
  user_id: string | undefined;
  consent: EventFacts['consent'] | undefined;
  push_token: string | undefined;
}

/**
 * Completes an event, without members for what is unknown, and without those whose value the service would reject.
 *
 * @param onInvalid called with the name of a member that is left out
 */
export function composeFacts(
  captured: EventFacts,
  { device, ...context }: EventContext,
  onInvalid: (name: string) => void,
): EventFacts {
  const { user_agent, ...described } = device;
  const members = {
    ...described,
    ...context,
    device_fingerprint_components: fingerprint(device),
    ...captured,
  };
  const kept = Object.entries(members).filter(([name, value]) => {
    const isValid = value === undefined || isFieldValid(name, value);
    if (!isValid) onInvalid(name);
    return value !== undefined && isValid;
  });
  return Object.fromEntries(kept) as unknown as EventFacts;
}

/** All required components or none: the service does not accept an incomplete fingerprint. */
function fingerprint(device: DeviceContext): UnsignedEvent['device_fingerprint_components'] {
  const { user_agent, device_model, os_version, screen_resolution } = device;
  const isText = (value: unknown): value is string =>
    isStorableText(value, MAX_COMPONENT_LENGTH) && value !== '';
  if (!isText(user_agent) || !isText(device_model) || !isText(os_version)) return undefined;
  return { user_agent, device_model, os_version, ...(isText(screen_resolution) && { screen_resolution }) };
}
