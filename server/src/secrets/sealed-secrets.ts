import type { SecretPurpose } from './keyring.ts';

/** A column of secrets that are sealed, bound to the row's `id`. */
export interface SealedColumn {
  readonly table: string;
  readonly column: string;
  readonly purpose: SecretPurpose;
}

/** Every secret that is kept to be read again, but for the payloads of payments, which are kept for a time only. */
export const SEALED_COLUMNS: readonly SealedColumn[] = [
  { table: 'apps', column: 'signing_secret', purpose: 'app-signing-secret' },
  { table: 'payment_webhooks', column: 'signing_secret', purpose: 'payment-webhook-secret' },
  { table: 'ad_network_configs', column: 'credential', purpose: 'ad-network-credential' },
  { table: 'ad_network_configs', column: 'signing_secret', purpose: 'ad-network-signing-secret' },
];

/** Reads the rows of a column that have a secret: `id` and `sealed`. */
export function selectSealed({ table, column }: SealedColumn): string {
  return `select id, ${column} as sealed from ${table} where ${column} is not null order by id`;
}

export interface SealedRow {
  readonly id: string;
  readonly sealed: string;
}
