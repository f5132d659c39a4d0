import type { Column } from '../../parts/column.ts';
import { DataTable } from '../../parts/data-table.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { Nothing, State, Time } from '../../values/values.tsx';
import { nameOfProvider } from './providers.ts';
import type { Webhook } from './webhook-table.tsx';

interface Delivery {
  readonly key: string;
  readonly at: number;
  readonly webhook: string;
  readonly outcome: string;
  readonly reason: string | null;
}

const TONES: Readonly<Record<string, 'good' | 'quiet'>> = {
  recorded: 'good',
  duplicate: 'quiet',
  ignored: 'quiet',
};

/** What the webhooks were sent last, the newest first. */
export function DeliveryTable({ webhooks }: { webhooks: readonly Webhook[] }) {
  const rows = webhooks
    .flatMap(({ id, provider, label, deliveries }) =>
      deliveries.map((delivery, at) => ({
        ...delivery,
        key: `${id} ${at}`,
        webhook: label ?? nameOfProvider(provider),
      })),
    )
    .sort((a, b) => b.at - a.at);
  if (rows.length === 0)
    return <EmptyState>Nothing has arrived yet. Most providers have a button that sends a test.</EmptyState>;
  return <DataTable name="deliveries" rows={rows} columns={COLUMNS} keyOf={({ key }) => key} />;
}

const COLUMNS: Column<Delivery>[] = [
  { key: 'at', title: 'When', value: ({ at }) => at, cell: ({ at }) => <Time at={at} /> },
  { key: 'webhook', title: 'Webhook', value: ({ webhook }) => webhook },
  {
    key: 'outcome',
    title: 'Outcome',
    value: ({ outcome }) => outcome,
    cell: ({ outcome }) => <State word={outcome} tone={TONES[outcome] ?? 'bad'} />,
  },
  {
    key: 'reason',
    title: 'Why',
    isLong: true,
    value: ({ reason }) => reason,
    cell: ({ reason }) => reason ?? <Nothing />,
  },
];
