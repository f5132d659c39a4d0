import { useAccount } from '../../account/account.tsx';
import { mayHave } from '../../account/role.ts';
import { Card } from '../../parts/card.tsx';
import { Page } from '../../parts/page.tsx';
import { InvitationTable } from './invitation-table.tsx';
import { MemberTable } from './member-table.tsx';
import { NewInvitation } from './new-invitation.tsx';
import { TeamsCard } from './teams-card.tsx';

/** Who works with the account, in which team, and as what. */
export function MembersPage() {
  const { role } = useAccount();
  return (
    <Page title="Members" intro="A person has one role in each team; each app belongs to one team.">
      <Card title="Members">
        <MemberTable />
      </Card>
      {mayHave(role, 'owner') && (
        <>
          <Card title="Invite someone">
            <NewInvitation />
          </Card>
          <Card title="Invitations">
            <InvitationTable />
          </Card>
        </>
      )}
      <TeamsCard />
    </Page>
  );
}
