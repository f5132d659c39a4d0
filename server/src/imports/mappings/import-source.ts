import type { ServiceField } from './service-fields.ts';

/** A platform that history is imported from. One file each; import-sources.ts lists them. */
export interface ImportSource {
  readonly name: string;
  /** Its columns and the field that each fills; of several for one field, the first that has a value counts. */
  readonly columns: Readonly<Record<string, ServiceField>>;
  /** Columns whose amounts are always in one currency. */
  readonly currencyOf?: Readonly<Record<string, string>>;
  /** How its values become the service's own; null if they already are. */
  readonly translation: Translation | null;
}

interface Translation {
  /** Its names for installs and purchases, in lower case. */
  readonly installs: readonly string[];
  readonly purchases: readonly string[];
}
