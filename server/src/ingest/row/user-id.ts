import { EVENT_FIELDS } from '@tributary/sdk/wire/event-fields';
import { isStorableText } from '@tributary/sdk/wire/optional-fields';
import { usableUserId } from '../../attribution/devices/device-identifiers.ts';
import type { CheckedEvent } from '../check/check-shape.ts';

const [, LONGEST] = EVENT_FIELDS.user_id.length;

/**
 * The user of an event: its `user_id`, or that among the properties of an `identify` event, where clients put it that do
 * not send it with every event. Null without one.
 */
export function userIdOf(event: CheckedEvent): string | null {
  const own = usableUserId(event.user_id);
  if (own !== null) return own;
  if (event.event_type !== 'custom' || event.custom_event_name !== 'identify') return null;
  const given = event.event_properties?.user_id;
  const text = Number.isSafeInteger(given) ? String(given) : given;
  return isStorableText(text, LONGEST) ? usableUserId(text) : null;
}
