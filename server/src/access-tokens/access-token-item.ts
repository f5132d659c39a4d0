import type { InferEntity } from '@mikro-orm/core';
import type { AccessToken } from '@tributary/db/accounts/access-token.entity';
import { z } from 'zod';
import { role } from '../teams/team-arguments.ts';

export type AccessTokenRecord = InferEntity<typeof AccessToken>;

export const accessTokenItem = z.object({
  id: z.uuid(),
  label: z.string(),
  /** The highest role that it acts with; never more than its creator's current role. */
  role,
  status: z.enum(['active', 'revoked', 'expired']),
  user_id: z.uuid(),
  email: z.string(),
  /** Times are Unix ms. */
  created_at: z.int(),
  /** null if it does not expire. */
  expires_at: z.int().nullable(),
  /** To the minute. */
  last_used_at: z.int().nullable(),
  revoked_at: z.int().nullable(),
});

/** @param now Unix ms. */
export function toAccessTokenItem(
  token: AccessTokenRecord,
  email: string,
  now: number,
): z.input<typeof accessTokenItem> {
  return {
    id: token.id,
    label: token.label,
    role: token.role,
    status: token.revokedAt ? 'revoked' : isExpired(token, now) ? 'expired' : 'active',
    user_id: token.userId,
    email,
    created_at: token.createdAt.getTime(),
    expires_at: token.expiresAt?.getTime() ?? null,
    last_used_at: token.lastUsedAt?.getTime() ?? null,
    revoked_at: token.revokedAt?.getTime() ?? null,
  };
}

function isExpired({ expiresAt }: AccessTokenRecord, now: number): boolean {
  return expiresAt != null && expiresAt.getTime() <= now;
}
