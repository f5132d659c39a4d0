import type { InferEntity } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { TeamMember } from '@tributary/db/accounts/team-member.entity';
import { AppError } from '../../platform/errors/errors.ts';

type MemberRecord = InferEntity<typeof TeamMember>;

/** The membership of a user in a team. @throws AppError NOT_FOUND */
export async function findMember(em: EntityManager, teamId: string, userId: string): Promise<MemberRecord> {
  const member = await em.findOne(TeamMember, { teamId, userId });
  if (!member) throw new AppError('NOT_FOUND', 'no such member of the team');
  return member;
}

/** Called under the account's lock before a member leaves or changes role. @throws AppError CONFLICT for the last owner. */
export async function requireAnotherOwner(em: EntityManager, member: MemberRecord): Promise<void> {
  if (member.role !== 'owner') return;
  const { teamId, userId } = member;
  const others = await em.count(TeamMember, { teamId, role: 'owner', userId: { $ne: userId } });
  if (others === 0)
    throw new AppError('CONFLICT', 'the last owner of a team can be neither removed nor demoted');
}
