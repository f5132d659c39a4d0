import { randomUUID } from 'node:crypto';
import { AccessToken } from '@tributary/db/accounts/access-token.entity';
import { z } from 'zod';
import { lockAccountExclusively } from '../../platform/auth/access/lock-account.ts';
import { makeBearerToken } from '../../platform/auth/secrets/bearer-token.ts';
import { ACCESS_TOKEN_PREFIX } from '../../platform/auth/session/read-access-token.ts';
import { AppError } from '../../platform/errors/errors.ts';
import { displayName, optional } from '../../platform/http/procedures/argument-types.ts';
import { memberProcedure } from '../../platform/http/procedures/procedure.ts';
import { DAY_MS } from '../../platform/values/day-ms.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { role } from '../teams/team-arguments.ts';

/** Tokens of one member in one account that are neither revoked nor expired. */
const MAX_ACTIVE = 100;
const WARNING =
  'This token is shown once and cannot be recovered. Store it now; a lost token is revoked and a new one created.';

const expiresDays = z
  .int('must be a whole number')
  .min(1, 'must be 1 or more')
  .max(365, 'must be 365 or less');

export const createAccessToken = memberProcedure
  .meta({
    tag: 'access-tokens',
    summary: 'Create an access token',
    description:
      'Creates a bearer token for tools and scripts. It acts for the caller in this account with at ' +
      'most `p_role`, follows changes of the caller’s role, and is revoked when the caller leaves ' +
      'the account. It is shown once. Without `p_expires_days` it does not expire. Requires ' +
      '`p_role`, or a higher one, in a team; an access token cannot create others.',
    role: 'viewer',
    audited: true,
    fails: ['CONFLICT'],
    shows: ['p_expires_days'],
  })
  .input(z.strictObject({ p_label: displayName, p_role: role, p_expires_days: optional(expiresDays) }))
  .output(
    z.object({
      token_id: z.uuid(),
      token: z.string(),
      label: z.string(),
      role,
      expires_at: z.int().nullable().describe('When it expires, Unix ms; null if it does not.'),
      warning: z.string(),
    }),
  )
  .mutation(async ({ ctx, input }) => {
    const { token, hash } = makeBearerToken(ACCESS_TOKEN_PREFIX);
    const id = randomUUID();
    const now = ctx.services.clock();
    const expiresAt = input.p_expires_days === null ? null : now + input.p_expires_days * DAY_MS;
    await lockAccountExclusively(ctx, async (em, access) => {
      access.requireAnywhere(input.p_role);
      const owned = { customerId: access.accountId, userId: ctx.session.userId };
      const active = await em.count(AccessToken, {
        ...owned,
        revokedAt: null,
        $or: [{ expiresAt: null }, { expiresAt: { $gt: new Date(now) } }],
      });
      if (active >= MAX_ACTIVE)
        throw new AppError('CONFLICT', `one member can have ${MAX_ACTIVE} active access tokens`);
      em.create(AccessToken, {
        ...owned,
        id,
        label: input.p_label,
        role: input.p_role,
        tokenHash: hash,
        createdAt: new Date(now),
        expiresAt: expiresAt === null ? null : new Date(expiresAt),
      });
      recordAudit(em, ctx, {
        customerId: access.accountId,
        action: 'create_access_token',
        targetType: 'access_token',
        targetId: id,
        details: { label: input.p_label, role: input.p_role, expires_at: expiresAt },
      });
    });
    const { p_label: label, p_role } = input;
    return { token_id: id, token, label, role: p_role, expires_at: expiresAt, warning: WARNING };
  });
