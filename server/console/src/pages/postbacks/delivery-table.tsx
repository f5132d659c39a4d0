import { useAccount } from '../../account/account.tsx';
import { mayHave } from '../../account/role.ts';
import type { OutputOf } from '../../client/procedures.ts';
import { useChange } from '../../client/use-change.ts';
import type { Column } from '../../parts/column.ts';
import { DataTable } from '../../parts/data-table.tsx';
import { State, Time } from '../../values/values.tsx';
import { nameOfFormat } from './formats.ts';
import type { Network } from './network-table.tsx';

type Delivery = OutputOf<'list_postbacks'>['items'][number];

interface DeliveryTableProps {
  readonly deliveries: readonly Delivery[];
  readonly networks: readonly Network[];
  readonly more: (() => void) | undefined;
}

const TONES = { pending: 'warn', sent: 'good', failed: 'bad', skipped: 'quiet' } as const;

/** Deliveries with what came of each. */
export function DeliveryTable({ deliveries, networks, more }: DeliveryTableProps) {
  const { role } = useAccount();
  const nameOf = ({ config_id, postback_format }: Delivery) =>
    networks.find(({ id }) => id === config_id)?.label ?? nameOfFormat(postback_format);
  const columns: Column<Delivery>[] = [
    {
      key: 'created_at',
      title: 'When',
      value: ({ created_at }) => created_at,
      cell: ({ created_at }) => <Time at={created_at} />,
    },
    { key: 'network', title: 'Network', value: nameOf },
    { key: 'event_type', title: 'What', value: ({ event_type }) => event_type },
    {
      key: 'status',
      title: 'State',
      value: ({ status }) => status,
      cell: ({ status }) => <State word={status} tone={TONES[status]} />,
    },
    {
      key: 'attempts',
      title: 'Attempts',
      value: ({ attempts }) => attempts.length,
      cell: (delivery) => <Attempts of={delivery} />,
    },
  ];
  if (mayHave(role, 'developer'))
    columns.push({ key: 'actions', title: 'Actions', cell: (delivery) => <Retry delivery={delivery} /> });
  return (
    <DataTable
      name="deliveries"
      rows={deliveries}
      columns={columns}
      keyOf={({ postback_id }) => postback_id}
      more={more}
    />
  );
}

function Attempts({ of: { attempts, next_attempt_at, failure_class } }: { of: Delivery }) {
  if (attempts.length === 0 && next_attempt_at === null) return failure_class ?? 'none';
  return (
    <details>
      <summary>{attempts.length}</summary>
      <ol>
        {attempts.map(({ at, http_status, response }) => (
          <li key={at}>
            <Time at={at} />: {http_status ?? 'no answer'} {response}
          </li>
        ))}
      </ol>
      {next_attempt_at !== null && (
        <p>
          Next: <Time at={next_attempt_at} />
        </p>
      )}
    </details>
  );
}

function Retry({ delivery: { postback_id, status } }: { delivery: Delivery }) {
  const retry = useChange('retry_postback', ['list_postbacks']);
  if (status !== 'failed') return null;
  return (
    <>
      <button
        type="button"
        disabled={retry.isPending}
        onClick={() => retry.mutate({ p_postback_id: postback_id })}
      >
        Send again
      </button>
      {retry.error && (
        <p className="form-error" role="alert">
          {retry.error.message}
        </p>
      )}
    </>
  );
}
