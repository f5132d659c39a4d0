import { useNameOfApp } from '../../account/use-name-of-app.ts';
import { keptSearch, useViewSearch } from '../../address/view-search.ts';
import type { OutputOf } from '../../client/procedures.ts';
import type { Column } from '../../parts/column.ts';
import { DataTable } from '../../parts/data-table.tsx';
import { PageLink } from '../../parts/page-link.tsx';
import { nameOfChannel } from '../../values/channels.ts';
import { nameOfCountry } from '../../values/countries.ts';
import { formatTime } from '../../values/format.ts';
import { nameOfModel } from '../../values/models.ts';
import { Confidence, Nothing, State } from '../../values/values.tsx';

type Attribution = OutputOf<'list_attributions'>['items'][number];

interface AttributionTableProps {
  readonly decisions: readonly Attribution[];
  readonly more: (() => void) | undefined;
}

/** Decisions, each of which leads to the page of its install. */
export function AttributionTable({ decisions, more }: AttributionTableProps) {
  const nameOfApp = useNameOfApp();
  const columns: Column<Attribution>[] = [
    {
      key: 'installed_at',
      title: 'Install',
      value: ({ installed_at }) => installed_at,
      cell: (attribution) => <Install of={attribution} />,
    },
    { key: 'app', title: 'App', value: ({ app_id }) => nameOfApp(app_id) },
    { key: 'model', title: 'Model', value: ({ model }) => model, cell: ({ model }) => nameOfModel(model) },
    {
      key: 'channel',
      title: 'Channel',
      value: ({ channel }) => channel,
      cell: ({ channel }) => nameOfChannel(channel),
    },
    {
      key: 'country',
      title: 'Country',
      value: ({ country }) => country,
      cell: ({ country }) =>
        country === null ? <Nothing /> : <span className="words">{nameOfCountry(country)}</span>,
    },
    {
      key: 'confidence_score',
      title: 'Confidence',
      isNumber: true,
      value: ({ confidence_score }) => confidence_score,
      cell: ({ confidence_score }) => <Confidence score={confidence_score} />,
    },
    { key: 'reason', title: 'Why', isLong: true, value: ({ reason }) => reason },
    {
      key: 'fraud_rules',
      title: 'Fraud',
      value: ({ fraud_rules }) => fraud_rules?.join(', ') ?? null,
      cell: ({ fraud_rules }) =>
        fraud_rules && fraud_rules.length > 0 ? (
          fraud_rules.map((rule) => <State key={rule} word={rule.replaceAll('_', ' ')} tone="bad" />)
        ) : (
          <Nothing />
        ),
    },
  ];
  return (
    <DataTable
      name="decisions"
      rows={decisions}
      columns={columns}
      keyOf={({ attribution_id }) => attribution_id}
      more={more}
    />
  );
}

function Install({ of: { install_id, installed_at } }: { of: Attribution }) {
  const kept = keptSearch(useViewSearch());
  return (
    <PageLink to={`/installs/${install_id}`} search={kept}>
      {formatTime(installed_at)}
    </PageLink>
  );
}
