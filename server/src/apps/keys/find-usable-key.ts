import type { Pool } from 'pg';
import { AppError } from '../../platform/errors/errors.ts';
import { hashKey, isKeyShaped } from './issue-key.ts';

/** The app of an unrevoked key, if the app and its account are active. */
export interface UsableKey {
  readonly app_id: string;
  readonly customer_id: string;
  /** Encrypted; see platform/auth/secrets/keyring.ts. */
  readonly signing_secret: string;
}

const FIND_USABLE_KEY = `
  select apps.id as app_id, apps.customer_id, apps.signing_secret
  from api_keys
  join apps on apps.id = api_keys.app_id
  join accounts on accounts.id = apps.customer_id
  where api_keys.key_hash = $1 and api_keys.revoked_at is null
    and apps.active and apps.deleted_at is null and accounts.active`;

/** Finds the app of an `X-Service-Api-Key` header. @throws AppError AUTH_ERROR */
export async function findUsableKey(pool: Pool, given: string | undefined): Promise<UsableKey> {
  if (given === undefined || given === '')
    throw new AppError('AUTH_ERROR', 'the X-Service-Api-Key header is missing');
  if (!isKeyShaped(given)) throw new AppError('AUTH_ERROR', 'the key is malformed');
  const { rows } = await pool.query<UsableKey>({
    name: 'find-usable-key',
    text: FIND_USABLE_KEY,
    values: [hashKey(given)],
  });
  // Unknown, revoked and inactive give the same message, so guessing reveals nothing.
  if (!rows[0]) throw new AppError('AUTH_ERROR', 'the key is invalid or revoked, or its app is inactive');
  return rows[0];
}
