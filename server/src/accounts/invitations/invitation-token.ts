import type { Pool } from 'pg';
import { hashBearerToken } from '../../platform/auth/secrets/bearer-token.ts';
import type { Config } from '../../platform/settings/config.ts';
import { consoleUrl } from '../../platform/settings/console-url.ts';
import { INVITER_MAY_INVITE } from './inviter-may-invite.ts';

export const INVITATION_TOKEN_PREFIX = 'svi_';

/** The link of an invitation. The token is in the fragment, which is never sent to a server or logged. */
export function invitationUrl(config: Pick<Config, 'publicUrl' | 'host' | 'port'>, token: string): string {
  return `${consoleUrl(config, '/invitation')}#${token}`;
}

const FIND_LIVE = `
  select 1 from invitations
  where token_hash = $1 and email = $2 and accepted_at is null and revoked_at is null and expires_at > $3
    and ${INVITER_MAY_INVITE}`;

/**
 * Whether this is the token of a pending invitation for the e-mail address, which must be in lower case.
 *
 * @param now Unix ms.
 */
export async function isInvited(pool: Pool, token: string, email: string, now: number): Promise<boolean> {
  const { rows } = await pool.query({
    name: 'find-live-invitation',
    text: FIND_LIVE,
    values: [hashBearerToken(token), email, new Date(now)],
  });
  return rows.length > 0;
}
