import type { SecretPurpose } from './keyring.ts';

/** A column of secrets that are sealed. */
export interface SealedColumn {
  readonly table: string;
  readonly column: string;
  readonly purpose: SecretPurpose;
  /** The columns of the table's primary key, with their types; `id` where nothing is said. */
  readonly key?: readonly (readonly [name: string, type: 'uuid' | 'bytea'])[];
  /** The column of the key that each secret is bound to; `id` where nothing is said. */
  readonly boundTo?: string;
}

/** Everything that is kept to be read again. `rotate-secret` seals it again; a column that is missing here is lost by that. */
export const SEALED_COLUMNS: readonly SealedColumn[] = [
  { table: 'apps', column: 'signing_secret', purpose: 'app-signing-secret' },
  { table: 'payment_webhooks', column: 'signing_secret', purpose: 'payment-webhook-secret' },
  {
    table: 'payment_payloads',
    column: 'sealed',
    purpose: 'payment-payload',
    key: [
      ['customer_id', 'uuid'],
      ['payment_event_id', 'uuid'],
      ['digest', 'bytea'],
    ],
    boundTo: 'payment_event_id',
  },
];
