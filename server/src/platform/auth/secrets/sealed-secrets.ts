import type { SecretPurpose } from './keyring.ts';

/** A column of encrypted secrets. */
export interface SealedColumn {
  readonly table: string;
  readonly column: string;
  readonly purpose: SecretPurpose;
  /** The columns of the table's primary key, with their types; `id` by default. */
  readonly key?: readonly (readonly [name: string, type: 'uuid' | 'bytea'])[];
  /** The column of the key that each secret is bound to; `id` by default. */
  readonly boundTo?: string;
}

/** Every column of encrypted secrets. `rotate-secret` re-encrypts these; what is missing here cannot be read afterwards. */
export const SEALED_COLUMNS: readonly SealedColumn[] = [
  { table: 'apps', column: 'signing_secret', purpose: 'app-signing-secret' },
  { table: 'payment_webhooks', column: 'signing_secret', purpose: 'payment-webhook-secret' },
  { table: 'ad_network_configs', column: 'credential', purpose: 'ad-network-credential' },
  { table: 'ad_network_configs', column: 'signing_secret', purpose: 'ad-network-signing-secret' },
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
