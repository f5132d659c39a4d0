import type { InferEntity } from '@mikro-orm/core';
import type { Invitation } from '@tributary/db/accounts/invitation.entity';
import { z } from 'zod';
import { role } from '../teams/team-arguments.ts';

export type InvitationRecord = InferEntity<typeof Invitation>;

const INVITATION_STATES = ['pending', 'accepted', 'revoked', 'expired'] as const;
type InvitationState = (typeof INVITATION_STATES)[number];

export const invitationItem = z.object({
  id: z.uuid(),
  team_id: z.uuid(),
  email: z.string(),
  role,
  status: z.enum(INVITATION_STATES),
  invited_by: z.uuid().nullable().describe('The id of the user who created it.'),
  created_at: z.int(),
  expires_at: z.int(),
  accepted_at: z.int().nullable(),
  revoked_at: z.int().nullable(),
});

/** @param now Unix ms. */
export function invitationState(invitation: InvitationRecord, now: number): InvitationState {
  if (invitation.acceptedAt) return 'accepted';
  if (invitation.revokedAt) return 'revoked';
  return invitation.expiresAt.getTime() <= now ? 'expired' : 'pending';
}

/** @param now Unix ms. */
export function toInvitationItem(invitation: InvitationRecord, now: number): z.input<typeof invitationItem> {
  return {
    id: invitation.id,
    team_id: invitation.teamId,
    email: invitation.email,
    role: invitation.role,
    status: invitationState(invitation, now),
    invited_by: invitation.invitedBy ?? null,
    created_at: invitation.createdAt.getTime(),
    expires_at: invitation.expiresAt.getTime(),
    accepted_at: invitation.acceptedAt?.getTime() ?? null,
    revoked_at: invitation.revokedAt?.getTime() ?? null,
  };
}
