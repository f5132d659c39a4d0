import type { MatrixRow } from '../matrix-row.ts';
import {
  ACCOUNT_OWNER,
  MEMBER,
  OWNER_OF_TEAM,
  PERSON,
  VIEWER_OF_APP,
  withoutAnswer,
} from './expected-statuses.ts';
import { fresh } from './fresh.ts';

/** Procedures of accounts, teams, the people in them and what they may do. */
export const ACCOUNT_ROWS = {
  create_account: {
    args: () => ({ p_name: 'Another' }),
    expected: PERSON,
  },
  list_accounts: { expected: PERSON },
  set_active_account: {
    args: ({ tenant }) => ({ p_account_id: tenant.accountId }),
    expected: [401, 401, 401, 404, 204, 204, 204, 204, 204, 404],
  },
  create_team: { args: () => ({ p_name: 'Team' }), expected: ACCOUNT_OWNER },
  rename_team: {
    args: ({ tenant }) => ({ p_team_id: tenant.teamId, p_name: 'Renamed' }),
    expected: withoutAnswer(OWNER_OF_TEAM),
  },
  archive_team: {
    args: ({ spare }) => ({ p_team_id: spare.teamId() }),
    expected: withoutAnswer(OWNER_OF_TEAM),
  },
  list_teams: { args: ({ tenant }) => ({ p_team_id: tenant.teamId }), expected: VIEWER_OF_APP },
  list_members: { args: ({ tenant }) => ({ p_team_id: tenant.teamId }), expected: VIEWER_OF_APP },
  update_member_role: {
    args: ({ tenant, people }) => ({
      p_team_id: tenant.teamId,
      p_user_id: people.viewer.userId,
      p_role: 'viewer',
    }),
    expected: withoutAnswer(OWNER_OF_TEAM),
  },
  team_remove_member: {
    args: ({ tenant, spare }) => ({ p_team_id: tenant.teamId, p_user_id: spare.userId() }),
    expected: withoutAnswer(OWNER_OF_TEAM),
  },
  create_invitation: {
    args: ({ tenant }) => ({
      p_team_id: tenant.teamId,
      p_email: `${fresh('invited')}@example.com`,
      p_role: 'viewer',
    }),
    expected: OWNER_OF_TEAM,
  },
  list_invitations: { args: ({ tenant }) => ({ p_team_id: tenant.teamId }), expected: VIEWER_OF_APP },
  revoke_invitation: {
    args: ({ spare }) => ({ p_invitation_id: spare.invitationId() }),
    expected: withoutAnswer(OWNER_OF_TEAM),
  },
  accept_invitation: {
    // The invitation is for someone else.
    args: ({ invitationToken }) => ({ p_token: invitationToken }),
    expected: PERSON.map((status) => (status === 200 ? 409 : status)),
  },
  get_sdk_config: { expected: MEMBER },
  upsert_sdk_config: { args: () => ({ p_batch_size: 20 }), expected: ACCOUNT_OWNER },
  clear_sdk_config: { expected: withoutAnswer(ACCOUNT_OWNER) },
  list_audit_log: { expected: ACCOUNT_OWNER },
  get_usage: { expected: MEMBER },
  create_access_token: { args: () => ({ p_label: 'CI', p_role: 'viewer' }), expected: MEMBER },
  list_access_tokens: { expected: MEMBER },
  revoke_access_token: {
    args: ({ spare }) => ({ p_token_id: spare.accessTokenId() }),
    expected: withoutAnswer(OWNER_OF_TEAM),
  },
} satisfies Record<string, MatrixRow>;
