/** What a device is known by, as it is stored: see devices/device-identifiers.ts. */
export interface DeviceIds {
  readonly installation_id: readonly string[];
  readonly android_id: readonly string[];
  readonly gaid: readonly string[];
}

export const DEVICE_ID_KINDS = ['installation_id', 'android_id', 'gaid'] as const;

/** Rows by table: those that are gone, and of clicks and payments those that no longer say whose they are. */
export type ErasedRows = Readonly<Record<string, number>>;

/** An erasure that is under way, as its row says. */
export interface Erasure {
  readonly receipt_id: string;
  readonly customer_id: string;
  readonly scope: 'account' | 'device';
  readonly requested_at: Date;
  /** Of a device. */
  readonly ids: DeviceIds | null;
  /** Where it goes on; empty at the beginning. Each scope has its own. */
  readonly position: unknown;
  readonly erased: ErasedRows;
}

/** One transaction's work on an erasure. */
export interface Portion {
  readonly erased: ErasedRows;
  /** Where it goes on. */
  readonly position: object;
  /** Unix ms from when it goes on; null where nothing is left to do. */
  readonly dueAt: number | null;
  /** Those that the device turned out to have. */
  readonly ids?: DeviceIds;
}

export function addRows(one: ErasedRows, other: ErasedRows): ErasedRows {
  const sum: Record<string, number> = { ...one };
  for (const [table, count] of Object.entries(other)) if (count > 0) sum[table] = (sum[table] ?? 0) + count;
  return sum;
}
