import { useState } from 'react';
import { useAccount } from '../../account/account.tsx';
import { mayHave } from '../../account/role.ts';
import { ROLE_OPTIONS, roleOf } from '../../account/role-options.ts';
import type { OutputOf } from '../../client/procedures.ts';
import { useChange } from '../../client/use-change.ts';
import { useList } from '../../client/use-list.ts';
import { Card } from '../../parts/card.tsx';
import type { Column } from '../../parts/column.ts';
import { CopyText } from '../../parts/copy-text.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { ConfirmDialog } from '../../parts/forms/confirm-dialog.tsx';
import { Field, SelectField } from '../../parts/forms/field.tsx';
import { Form } from '../../parts/forms/form.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { State, Time } from '../../values/values.tsx';

type Token = OutputOf<'list_access_tokens'>['items'][number];

/** Tokens for tools and scripts, in the account at hand. */
export function TokensCard() {
  const { account } = useAccount();
  const tokens = useList('list_access_tokens', {}, { enabled: account !== null });
  const [shown, setShown] = useState<string | null>(null);
  if (!account) return null;
  return (
    <Card title={`Access tokens of ${account.name}`}>
      <p>They let a tool or a script act for you, with at most the role that you choose.</p>
      {shown && (
        <div role="status">
          <p>Your new token. It is shown this once: store it.</p>
          <CopyText text={shown} label="Copy the token" />
        </div>
      )}
      <NewToken onMade={setShown} />
      <Loaded of={tokens}>
        {(items) =>
          items.length === 0 ? (
            <EmptyState>There is no access token yet.</EmptyState>
          ) : (
            <DataTable
              name="tokens"
              rows={items}
              columns={COLUMNS}
              keyOf={({ id }) => id}
              more={tokens.more}
            />
          )
        }
      </Loaded>
    </Card>
  );
}

function NewToken({ onMade }: { onMade(token: string): void }) {
  const { account } = useAccount();
  const create = useChange('create_access_token', ['list_access_tokens']);
  const highest = account?.account_owner ? 'owner' : (account?.role ?? 'viewer');
  const options = ROLE_OPTIONS.filter(({ id }) => mayHave(highest, id));
  return (
    <Form
      submit="Make a token"
      isCleared
      onSubmit={async ({ label = '', role, expires_days = '' }) => {
        const made = await create.mutateAsync({
          p_label: label,
          p_role: roleOf(role),
          p_expires_days: expires_days === '' ? null : Number(expires_days),
        });
        onMade(made.token);
      }}
    >
      <Field label="Name" name="label" hint="Where it is used." required />
      <SelectField label="Role" name="role" options={options} />
      <Field
        label="Days until it expires"
        name="expires_days"
        type="number"
        min={1}
        max={365}
        hint="Empty: never."
      />
    </Form>
  );
}

const COLUMNS: Column<Token>[] = [
  { key: 'label', title: 'Name', value: ({ label }) => label },
  { key: 'email', title: 'Whose', value: ({ email }) => email },
  { key: 'role', title: 'Role', value: ({ role }) => role },
  {
    key: 'status',
    title: 'State',
    value: ({ status }) => status,
    cell: ({ status }) => <State word={status} tone={status === 'active' ? 'good' : 'quiet'} />,
  },
  {
    key: 'created_at',
    title: 'Made',
    value: (token) => token.created_at,
    cell: (token) => <Time at={token.created_at} />,
  },
  {
    key: 'expires_at',
    title: 'Expires',
    value: (token) => token.expires_at,
    cell: (token) => <Time at={token.expires_at} />,
  },
  { key: 'actions', title: 'Actions', cell: (token) => <Revoke token={token} /> },
];

function Revoke({ token }: { token: Token }) {
  const revoke = useChange('revoke_access_token', ['list_access_tokens']);
  if (token.status !== 'active') return null;
  return (
    <ConfirmDialog
      button="Revoke"
      title={`Revoke “${token.label}”?`}
      confirm="Revoke"
      onConfirm={() => revoke.mutateAsync({ p_token_id: token.id })}
    >
      <p>What uses it stops working at once. This cannot be undone.</p>
    </ConfirmDialog>
  );
}
