import { useState } from 'react';
import { useAccount } from '../../account/account.tsx';
import { mayHave } from '../../account/role.ts';
import { useNameOfApp } from '../../account/use-name-of-app.ts';
import type { OutputOf } from '../../client/procedures.ts';
import { useChange } from '../../client/use-change.ts';
import type { Column } from '../../parts/column.ts';
import { DataTable } from '../../parts/data-table.tsx';
import { ConfirmDialog } from '../../parts/forms/confirm-dialog.tsx';
import { nameOfChannel } from '../../values/channels.ts';
import { State } from '../../values/values.tsx';
import { nameOfFormat } from './formats.ts';

export type Network = OutputOf<'list_ad_network_configs'>['items'][number];

interface NetworkTableProps {
  readonly networks: readonly Network[];
  readonly more: (() => void) | undefined;
}

/** The networks that are told of something. */
export function NetworkTable({ networks, more }: NetworkTableProps) {
  const nameOfApp = useNameOfApp();
  const { role } = useAccount();
  const appOf = ({ app_id }: Network) => (app_id === null ? 'all apps' : nameOfApp(app_id));
  const columns: Column<Network>[] = [
    { key: 'format', title: 'Network', value: ({ postback_format }) => nameOfFormat(postback_format) },
    { key: 'label', title: 'Name', value: ({ label }) => label },
    { key: 'app', title: 'App', value: appOf },
    { key: 'events', title: 'Told of', value: ({ event_types }) => event_types.join(', ') },
    {
      key: 'channel',
      title: 'Channel',
      value: ({ channel }) => (channel === null ? 'every install' : nameOfChannel(channel)),
    },
    {
      key: 'credential',
      title: 'Credential',
      value: ({ has_credential }) => has_credential,
      cell: ({ has_credential, postback_format }) =>
        postback_format === 'canonical' ? (
          'not needed'
        ) : (
          <State word={has_credential ? 'set' : 'missing'} tone={has_credential ? 'good' : 'bad'} />
        ),
    },
  ];
  if (mayHave(role, 'developer'))
    columns.push({ key: 'actions', title: 'Actions', cell: (network) => <Actions network={network} /> });
  return <DataTable name="networks" rows={networks} columns={columns} keyOf={({ id }) => id} more={more} />;
}

function Actions({ network: { id, postback_format } }: { network: Network }) {
  const remove = useChange('delete_ad_network_config', ['list_ad_network_configs']);
  return (
    <div className="actions">
      <TestSend id={id} />
      <ConfirmDialog
        button="Delete"
        title={`Delete ${nameOfFormat(postback_format)}?`}
        confirm="Delete"
        onConfirm={() => remove.mutateAsync({ p_config_id: id })}
      >
        <p>It is told nothing more, not even what waits. This cannot be undone.</p>
      </ConfirmDialog>
    </div>
  );
}

function TestSend({ id }: { id: string }) {
  const test = useChange('test_ad_network_config', ['list_postbacks']);
  const [said, setSaid] = useState<string | null>(null);
  const send = async () => {
    setSaid(null);
    const { ok, http_status, response } = await test.mutateAsync({ p_config_id: id });
    setSaid(
      `${ok ? 'It was taken' : 'It was not taken'}${http_status ? ` (${http_status})` : ''}. ${response}`,
    );
  };
  return (
    <div>
      <button type="button" disabled={test.isPending} onClick={() => void send().catch(() => undefined)}>
        Send a test
      </button>
      {(said ?? test.error) && (
        <p className="hint" role="status">
          {test.error?.message ?? said}
        </p>
      )}
    </div>
  );
}
