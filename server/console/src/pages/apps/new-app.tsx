import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type App, useAccount } from '../../account/account.tsx';
import { mayHave } from '../../account/role.ts';
import { useChange } from '../../client/use-change.ts';
import { Field, SelectField } from '../../parts/forms/field.tsx';
import { Form } from '../../parts/forms/form.tsx';
import { PrivacyChoice } from './privacy-mode.tsx';

/** Makes an app in a team. @param onMade is told its id, once it can be chosen */
export function NewApp({ onMade }: { onMade?: (id: string) => void }) {
  const { account, team, teams } = useAccount();
  const queries = useQueryClient();
  const create = useChange('create_app', []);
  const [mode, setMode] = useState<App['privacy_mode']>('standard');
  const open = teams.filter(
    ({ archived, role }) => !archived && (account?.account_owner || mayHave(role, 'developer')),
  );
  return (
    <Form
      submit="Make the app"
      isCleared
      onSubmit={async ({ name = '', bundle_id = '', team_id = '' }) => {
        const id = await create.mutateAsync({
          p_name: name,
          p_bundle_id: bundle_id,
          p_team_id: team_id || null,
          p_privacy_mode: mode,
        });
        setMode('standard');
        await queries.invalidateQueries();
        onMade?.(id);
      }}
    >
      <Field label="Name" name="name" required maxLength={200} />
      <Field label="Bundle id" name="bundle_id" required hint="Such as com.example.shop." />
      <SelectField label="Team" name="team_id" defaultValue={team?.id} options={open} />
      <PrivacyChoice mode={mode} onChoose={setMode} />
    </Form>
  );
}
