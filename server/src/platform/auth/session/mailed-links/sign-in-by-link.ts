import { makeSignature } from 'better-auth/crypto';
import type { Pool } from 'pg';
import type { ServiceSecrets } from '../../secrets/load-secrets.ts';
import type { Auth } from '../library/auth.ts';
import { encryptionKeys } from '../library/encryption-keys.ts';
import { findLink } from './find-link.ts';
import { takeLink } from './take-link.ts';

interface SignInByLink {
  readonly auth: Auth;
  readonly pool: Pool;
  readonly secrets: Pick<ServiceSecrets, 'serviceSecret' | 'previousServiceSecret'>;
  readonly token: string;
  readonly userAgent: string | undefined;
  readonly clientAddress: string;
  /** Unix ms. */
  readonly now: number;
}

/** What somebody who signed in is answered. */
export interface SignedIn {
  /** For the `Authorization` header. */
  readonly bearer: string;
  /** The session's name, which is no credential. */
  readonly token: string;
  readonly user: object;
}

/** A link must not go around a second factor, also one that was set up after the link was made. */
const HAS_SECOND_FACTOR = 'select from auth_users where id = $1 and two_factor_enabled';

/** Signs a person in by a link of an operator's; null if it works no longer. Of several at once one gets in. */
export async function signInByLink(parts: SignInByLink): Promise<SignedIn | null> {
  const { auth, pool, token, now } = parts;
  const link = await findLink(pool, token, now);
  if (link?.purpose !== 'sign_in') return null;
  const taken = await takeLink(pool, { token, link, now }, async (client) => {
    const { rowCount } = await client.query(HAS_SECOND_FACTOR, [link.userId]);
    return rowCount === 0;
  });
  if (!taken) return null;
  const { internalAdapter } = await auth.$context;
  const user = await internalAdapter.findUserById(link.userId);
  const session = await internalAdapter.createSession(link.userId, false, {
    ipAddress: parts.clientAddress,
    userAgent: parts.userAgent ?? '',
  });
  if (!user || !session) return null;
  return { bearer: await signed(session.token, parts.secrets), token: session.token, user };
}

async function signed(token: string, secrets: SignInByLink['secrets']): Promise<string> {
  const [current] = encryptionKeys(secrets);
  if (current === undefined) throw new Error('there is no key to sign with');
  return `${token}.${encodeURIComponent(await makeSignature(token, current.value))}`;
}
