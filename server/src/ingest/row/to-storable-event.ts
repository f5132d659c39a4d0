import { QUEUED_EVENT_TYPES } from '@tributary/db/events/event-types';
import { usableId } from '../../attribution/devices/device-identifiers.ts';
import { deviceKey, idKinds } from '../../attribution/devices/device-key.ts';
import { isDatedByArrival, trueTime } from '../../attribution/devices/true-time.ts';
import { widerNetwork } from '../../platform/http/requests/masked-network.ts';
import { DAY_MS } from '../../platform/values/day-ms.ts';
import { type DeviceIdKind, SYSTEM_ID_KINDS } from '../../platform/values/device-id-kinds.ts';
import { flatCopy } from '../../platform/values/memory/flat-copy.ts';
import type { CheckedEvent } from '../check/check-shape.ts';
import { decimalText } from '../parse/decimal-text.ts';
import type { SubmittedEvent } from '../parse/submitted-event.ts';
import { type StatedConsent, statedConsent } from './consent-of.ts';
import { eventRow } from './event-row.ts';
import { furtherIds } from './further-ids.ts';
import { userIdOf } from './user-id.ts';
import { STRICTLY_CHANGED, type StrictField, withoutTraits } from './without-traits.ts';

/** A verified event, ready for the writer. Ids are in lower case. */
export interface StorableEvent {
  /** Identifies the event: its app's id and its own. */
  readonly key: string;
  readonly customerId: string;
  readonly appId: string;
  readonly eventId: string;
  readonly eventType: string;
  /** Of a custom event; empty without one, and for every other type. */
  readonly eventName: string;
  /** As an exact decimal; empty without an amount in a currency. */
  readonly revenue: string;
  /** Of its revenue; empty without any. */
  readonly currency: string;
  /** Of its network; empty for none that is known. */
  readonly country: string;
  readonly deviceKey: string | undefined;
  /** Its ids if it has several, which it ties to one device, as further-ids.ts writes them; else empty. */
  readonly furtherIds: string;
  /** What it states of consent; undefined for nothing. */
  readonly consent: StatedConsent | undefined;
  /** UTC day of the event's true time, in days since 1970. */
  readonly day: number;
  /** Whether that is when it arrived, as its own time is impossible. */
  readonly isDatedByArrival: boolean;
  /** First day of the UTC month that it arrived in, whose allowance it uses, as 2026-01-01. */
  readonly month: string;
  /** Events per month that the account's plan allows; Infinity for no limit. */
  readonly monthlyLimit: number;
  /** Its row of `events`; see event-row.ts. */
  readonly row: string;
}

const QUEUED_TYPES: ReadonlySet<string> = new Set(QUEUED_EVENT_TYPES);

/** Whether attribution processes this type of event individually. */
export function isQueued({ eventType }: StorableEvent): boolean {
  return QUEUED_TYPES.has(eventType);
}

/** What the server adds to the events of a request. */
export interface Arrival {
  /** Unix ms, server clock. */
  readonly at: number;
  /** The first day of the UTC month that `at` is in, as 2026-01-01. */
  readonly month: string;
  /** The client's network as CIDR text, if its address is known. */
  readonly network: string | undefined;
  /** Of the network, two letters; null if it is not known. */
  readonly country: string | null;
  /** Unix ms; when its installation resolved its key, as far as an install event proves it. */
  readonly keyResolvedAt?: number;
}

const AS_SENT: ReadonlyMap<string, string | null> = new Map();

/** @param at Unix ms. */
export function arrivalAt(at: number, network: string | undefined, country: string | null = null): Arrival {
  return { at, network, country, month: monthOfDay(Math.floor(at / DAY_MS)) };
}

/** Thousands of requests per second need the month of the same day. */
let lastDay = Number.NaN;
let lastMonth = '';

function monthOfDay(day: number): string {
  if (day !== lastDay) {
    lastMonth = `${new Date(day * DAY_MS).toISOString().slice(0, 7)}-01`;
    lastDay = day;
  }
  return lastMonth;
}

/**
 * Turns a verified event into what is stored. Identifiers that identify no one are dropped here, after the signature
 * over them was verified, and what remains is normalised.
 *
 * @param isStrict whether its app is in strict privacy mode.
 */
export function toStorableEvent(
  given: CheckedEvent,
  sent: SubmittedEvent,
  arrival: Arrival,
  monthlyLimit: number,
  isStrict = false,
): StorableEvent {
  const event = isStrict ? withoutTraits(given) : given;
  const ids = {
    installation_id: event.installation_id?.toLowerCase(),
    android_id: usableId(event.android_id),
    gaid: usableId(event.gaid),
    idfv: usableId(event.idfv),
    idfa: usableId(event.idfa),
  } satisfies Record<DeviceIdKind, string | null | undefined>;
  const kinds = idKinds(ids);
  const key = deviceKey(ids, kinds);
  const user_id = userIdOf(event);
  const occurredAt = trueTime(event, arrival.at);
  const { at: receivedAt, country, keyResolvedAt } = arrival;
  const network = isStrict ? widerNetwork(arrival.network) : arrival.network;
  const consent = statedConsent(event, ids, kinds, occurredAt);
  const facts = {
    occurredAt,
    receivedAt,
    deviceKey: key,
    network,
    country,
    keyResolvedAt,
    consent: consent && JSON.stringify(consent.statement),
    changed: changedMembers(
      given,
      { ...ids, user_id, referrer: event.referrer ?? null },
      isStrict ? STRICT : NORMALISED,
    ),
  };
  const appId = event.app_id.toLowerCase();
  return {
    key: `${appId}${event.event_id}`,
    customerId: event.customer_id.toLowerCase(),
    appId,
    eventId: event.event_id,
    eventType: event.event_type,
    eventName: event.event_type === 'custom' ? (event.custom_event_name ?? '') : '',
    revenue: event.currency ? revenueText(event, sent) : '',
    currency: event.revenue == null ? '' : (event.currency ?? ''),
    country: country ?? '',
    deviceKey: key,
    furtherIds: kinds.length + Number(user_id !== null) > 1 ? furtherIds({ ...ids, user_id }) : '',
    consent,
    day: Math.floor(occurredAt / DAY_MS),
    isDatedByArrival: isDatedByArrival(event, receivedAt),
    month: arrival.month,
    monthlyLimit,
    row: eventRow(event, sent, facts),
  };
}

/** As the row has it (event-row.ts). */
function revenueText({ revenue }: CheckedEvent, { members }: SubmittedEvent): string {
  if (revenue == null) return '';
  const written = members?.find(({ name }) => name === 'revenue');
  return written ? flatCopy(decimalText(written.text.slice(written.valueAt), revenue)) : String(revenue);
}

const NORMALISED = [...SYSTEM_ID_KINDS, 'user_id', 'referrer'] as const;
const STRICT = [...new Set([...NORMALISED, ...STRICTLY_CHANGED])];

type Normalised = (typeof NORMALISED)[number];
type Stored = Readonly<
  Record<Normalised | StrictField<'cleaned'>, string | null> &
    Partial<Record<Exclude<StrictField<'dropped'>, Normalised>, null>>
>;

/** The members that are not stored as they were sent, and what is stored instead. */
function changedMembers(
  sent: CheckedEvent,
  stored: Stored,
  names: readonly (keyof Stored)[],
): ReadonlyMap<string, string | null> {
  let changed: Map<string, string | null> | undefined;
  for (const name of names) {
    const value = stored[name] ?? null;
    if ((sent[name] ?? null) === value) continue;
    changed ??= new Map();
    changed.set(name, value);
  }
  return changed ?? AS_SENT;
}
