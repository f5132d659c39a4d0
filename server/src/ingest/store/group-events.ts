import type { EventGroup } from '../../counters/events/event-group.ts';
import type { StorableEvent } from '../row/to-storable-event.ts';
import type { EventMemory } from './event-memory.ts';

/** Events of a commit as they are left to be counted. */
interface GroupedEvents {
  readonly groups: readonly EventGroup[];
  /** What is new of devices, as the memory takes it, with the keys of the events that show it. */
  readonly shown: ReadonlyMap<string, string>;
}

interface Group extends EventGroup {
  events: number;
  readonly revenue: string[];
  readonly device_keys: string[];
}

/** Adds up events by app, type, name, day, currency and country, with those devices that are not remembered. */
export function groupEvents(events: readonly StorableEvent[], memory: EventMemory): GroupedEvents {
  const groups = new Map<string, { group: Group; prefix: string }>();
  const shown = new Map<string, string>();
  for (const event of events) {
    const { appId, eventType, eventName, day, revenue, currency, country, deviceKey } = event;
    const kindAndDay = `${eventType}${day} ${eventName}`;
    const key = `${appId}${currency} ${country} ${kindAndDay}`;
    let found = groups.get(key);
    if (found === undefined) {
      found = { group: groupOf(event), prefix: memory.prefixOf(appId, kindAndDay) };
      groups.set(key, found);
    }
    const { group, prefix } = found;
    group.events++;
    if (revenue !== '') group.revenue.push(revenue);
    if (deviceKey === undefined) continue;
    const device = deviceKey + prefix;
    if (shown.has(device) || memory.has(device)) continue;
    shown.set(device, event.key);
    group.device_keys.push(deviceKey);
  }
  return { groups: Array.from(groups.values(), ({ group }) => group), shown };
}

function groupOf({ customerId, appId, eventType, eventName, day, currency, country }: StorableEvent): Group {
  return {
    customer_id: customerId,
    app_id: appId,
    event_type: eventType,
    event_name: eventName,
    day,
    currency,
    country,
    events: 0,
    revenue: [],
    device_keys: [],
  };
}
