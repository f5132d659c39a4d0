import type { InferEntity } from '@mikro-orm/core';
import type { AccessToken } from '@tributary/db/accounts/access-token.entity';
import { z } from 'zod';
import { role } from '../teams/team-arguments.ts';

export type AccessTokenRecord = InferEntity<typeof AccessToken>;

export const accessTokenItem = z.object({
  id: z.uuid(),
  label: z.string(),
  role: role.describe('The highest role that it acts with; never more than its creator’s current role.'),
  status: z.enum(['active', 'revoked', 'expired']),
  user_id: z.uuid(),
  email: z.string(),
  created_at: z.int(),
  expires_at: z.int().nullable().describe('When it expires, Unix ms; null if it does not.'),
  last_used_at: z
    .int()
    .nullable()
    .describe('When it was last used, Unix ms, to the minute; null before the first time.'),
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
