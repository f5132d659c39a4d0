/**
 * SQL: whether the person who made an invitation (a row of `invitations`) could make it now: an owner of its team, or of
 * the default team, whose owners act on every team. Whoever has left cannot.
 */
export const INVITER_MAY_INVITE = `exists (
  select from team_members inviter join teams on teams.id = inviter.team_id
  where inviter.user_id = invitations.invited_by and inviter.customer_id = invitations.customer_id
    and inviter.role = 'owner' and (inviter.team_id = invitations.team_id or teams.is_default))`;
