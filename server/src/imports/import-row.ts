import { z } from 'zod';
import type { ModelName } from '../attribution/models/model.ts';
import type { Decimal } from '../platform/values/money/decimal.ts';

/** A row of a file, by mapped column. A null value is neither text nor a number. */
export interface FileRow {
  /** Counted from 1, without the header. */
  readonly row: number;
  readonly values: Readonly<Record<string, string | null>>;
  /** Why the row cannot be read at all. */
  readonly problem?: string;
}

/** A row as it will be stored. Times are Unix ms. */
export interface ImportRow {
  readonly row: number;
  readonly event_type: string;
  readonly custom_event_name: string | null;
  readonly occurred_at: number;
  readonly installation_id: string | null;
  readonly android_id: string | null;
  readonly gaid: string | null;
  readonly external_id: string | null;
  readonly user_id: string | null;
  readonly campaign_name: string | null;
  readonly channel: string | null;
  readonly attribution_model: ModelName;
  readonly revenue: Decimal | null;
  readonly currency: string | null;
  readonly country_code: string | null;
  readonly ip_network: string | null;
  readonly device_model: string | null;
  readonly os_name: string | null;
  readonly os_version: string | null;
  readonly app_version: string | null;
}

/** Why a row is rejected. */
export const rowError = z.object({
  row: z.int(),
  column: z.string().nullable(),
  value: z.string().nullable(),
  reason: z.string(),
});
export type RowError = Readonly<z.output<typeof rowError>>;
