import { useState } from 'react';
import { useAccount } from '../../account/account.tsx';
import { mayHave } from '../../account/role.ts';
import { ROLE_OPTIONS, roleOf } from '../../account/role-options.ts';
import { useChange } from '../../client/use-change.ts';
import { CopyText } from '../../parts/copy-text.tsx';
import { Field, SelectField } from '../../parts/forms/field.tsx';
import { Form } from '../../parts/forms/form.tsx';

/** Invites a person into a team: by mail, and by a link to hand over where no mail is set up. */
export function NewInvitation() {
  const { account, team, teams } = useAccount();
  const invite = useChange('create_invitation', ['list_invitations']);
  const [link, setLink] = useState<string | null>(null);
  const owned = teams.filter(
    (each) => !each.archived && (account?.account_owner || mayHave(each.role, 'owner')),
  );
  return (
    <>
      <Form
        submit="Invite"
        isCleared
        onSubmit={async ({ team_id = '', email = '', role }) => {
          const made = await invite.mutateAsync({ p_team_id: team_id, p_email: email, p_role: roleOf(role) });
          setLink(made.url);
        }}
      >
        <Field label="E-mail" name="email" type="email" required autoComplete="off" />
        <SelectField label="Team" name="team_id" defaultValue={team?.id} options={owned} />
        <SelectField label="Role" name="role" options={ROLE_OPTIONS} />
      </Form>
      {link && (
        <div role="status">
          <p>
            They get a mail with this link. Where the service sends no mail, hand it over yourself: only that
            person can accept it.
          </p>
          <CopyText text={link} label="Copy the link of the invitation" />
        </div>
      )}
    </>
  );
}
