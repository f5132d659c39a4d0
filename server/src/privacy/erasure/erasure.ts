import type { DeviceIdKind } from '../../platform/values/device-id-kinds.ts';

/** What an app calls a user. */
export interface UserOfApp {
  readonly app_id: string;
  readonly user_id: string;
}

/** The ids of a device, as stored: see platform/values/device-id-kinds.ts. */
export interface DeviceIds extends Readonly<Record<DeviceIdKind, readonly string[]>> {
  /** Of its events: they identify it no longer once no device is known by them. */
  readonly user_id?: readonly string[];
  /** Users who were given, in every app: whatever names one of them goes, with the devices that do. */
  readonly given_users?: readonly string[];
  /** Users of the device, by app: another app may call someone else so. */
  readonly users?: readonly UserOfApp[];
  /** Those of `users` whom another device is known by, too. */
  readonly users_of_others?: readonly UserOfApp[];
  /** Keys that its events were counted for: its own, and those of other devices that sent one of its ids. */
  readonly device_keys?: readonly string[];
  /** Ids that find what this pass had no room for, if there is any: the next pass begins with them. */
  readonly left?: Partial<DeviceIds>;
  /** How many ids and users the pass may know. */
  readonly most?: number;
}

/** The ids that are given, and none of the other kinds. */
export function deviceIds(given: Partial<DeviceIds> | null): DeviceIds {
  return { installation_id: [], android_id: [], gaid: [], idfv: [], idfa: [], ...given };
}

/** Rows by table: those deleted, and for clicks and payments those made anonymous. */
export type ErasedRows = Readonly<Record<string, number>>;

/** An account, a device in all of its apps, or what one installation sent in one app. */
export const ERASURE_SCOPES = ['account', 'device', 'installation'] as const;
export type ErasureScope = (typeof ERASURE_SCOPES)[number];

/** An erasure in progress, as stored. */
export interface Erasure {
  readonly receipt_id: string;
  readonly customer_id: string;
  readonly scope: ErasureScope;
  /** Of an installation; null for the others, which are about all apps of the account. */
  readonly app_id: string | null;
  readonly requested_at: Date;
  /** null for an account. */
  readonly ids: Partial<DeviceIds> | null;
  /** Where it continues; empty at the beginning. Each scope has its own format. */
  readonly position: unknown;
  readonly erased: ErasedRows;
}

/** One transaction's work on an erasure. */
export interface Portion {
  readonly erased: ErasedRows;
  /** Where it continues. */
  readonly position: object;
  /** When it continues, in Unix ms; null when it is finished. */
  readonly dueAt: number | null;
  /** Finished already: what is left to do at `dueAt` is to remove what remembers it. */
  readonly isFinished?: boolean;
  /** Nothing is to remember it any more: its row goes. */
  readonly isForgotten?: boolean;
  /** The ids that the device turned out to have. */
  readonly ids?: Partial<DeviceIds>;
  /**
   * Whether every instance must have heard of what earlier portions erased, and stored what it took in before, until this
   * one is done.
   */
  readonly mustBeHeard?: boolean;
}

/** The sum of two counts of erased rows, table by table. */
export function addRows(one: ErasedRows, other: ErasedRows): ErasedRows {
  const sum: Record<string, number> = { ...one };
  for (const [table, count] of Object.entries(other)) if (count > 0) sum[table] = (sum[table] ?? 0) + count;
  return sum;
}
