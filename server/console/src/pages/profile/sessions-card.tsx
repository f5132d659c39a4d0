import { useQuery } from '@tanstack/react-query';
import type { ServiceError } from '../../http/service-error.ts';
import { Card } from '../../parts/card.tsx';
import type { Column } from '../../parts/column.ts';
import { DataTable } from '../../parts/data-table.tsx';
import { ConfirmDialog } from '../../parts/forms/confirm-dialog.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { askAuth } from '../../session/auth.ts';
import { State, Time } from '../../values/values.tsx';
import type { SessionItem } from './person.ts';
import { useAsk } from './use-ask.ts';

/** Where one is signed in, and how that is ended. */
export function SessionsCard({ ownToken }: { ownToken: string }) {
  const ask = useAsk();
  const sessions = useQuery<SessionItem[], ServiceError>({
    queryKey: ['auth', 'sessions'],
    queryFn: () => askAuth<SessionItem[]>('/list-sessions'),
  });
  const end = (token: string) => ask('/revoke-session', { token });
  const others = (
    <ConfirmDialog
      button="End the others"
      title="End all your other sessions?"
      confirm="End them"
      onConfirm={() => ask('/revoke-other-sessions', {})}
    >
      <p>Everybody who is signed in as you, but for this browser, has to sign in again.</p>
    </ConfirmDialog>
  );
  return (
    <Card title="Sessions" actions={others}>
      <Loaded of={sessions}>
        {(items) => (
          <DataTable name="sessions" rows={items} keyOf={({ id }) => id} columns={columnsOf(ownToken, end)} />
        )}
      </Loaded>
    </Card>
  );
}

const columnsOf = (ownToken: string, end: (token: string) => Promise<unknown>): Column<SessionItem>[] => [
  { key: 'browser', title: 'Browser', value: ({ userAgent }) => userAgent ?? 'unknown' },
  { key: 'address', title: 'Address', value: ({ ipAddress }) => ipAddress ?? 'unknown' },
  {
    key: 'created_at',
    title: 'Signed in',
    value: ({ createdAt }) => createdAt,
    cell: ({ createdAt }) => <Time at={Date.parse(createdAt)} />,
  },
  {
    key: 'actions',
    title: 'Actions',
    cell: ({ token }) =>
      token === ownToken ? (
        <State word="this browser" tone="good" />
      ) : (
        <ConfirmDialog button="End" title="End this session?" confirm="End it" onConfirm={() => end(token)}>
          <p>Whoever uses it has to sign in again.</p>
        </ConfirmDialog>
      ),
  },
];
