import { useSetSearch, useViewSearch } from '../../address/view-search.ts';
import { Choice } from '../../parts/choice.tsx';
import { CHANNELS } from '../../values/channels.ts';
import { MODELS } from '../../values/models.ts';

const SURE = [
  { id: 'all', name: 'However sure' },
  { id: '50', name: '50 or surer' },
  { id: '80', name: '80 or surer' },
  { id: '95', name: '95 or surer' },
];
const FLAGS = [
  { id: 'all', name: 'With and without flags' },
  { id: 'yes', name: 'Flagged as fraud' },
];

/** What the log is narrowed to; it stands in the address. */
export function AttributionFilters() {
  return (
    <>
      <Filter name="model" label="Model" options={[{ id: 'all', name: 'All models' }, ...MODELS]} />
      <Filter name="channel" label="Channel" options={[{ id: 'all', name: 'All channels' }, ...CHANNELS]} />
      <Filter name="min" label="Confidence" options={SURE} />
      <Filter name="flagged" label="Fraud" options={FLAGS} />
    </>
  );
}

interface FilterProps {
  readonly name: string;
  readonly label: string;
  readonly options: readonly { readonly id: string; readonly name: string }[];
}

function Filter({ name, label, options }: FilterProps) {
  const search = useViewSearch();
  const setSearch = useSetSearch();
  const chosen = options.some(({ id }) => id === search[name]) ? (search[name] ?? 'all') : 'all';
  return (
    <Choice
      label={label}
      isCompact
      options={options}
      chosen={chosen}
      onChoose={(id) => setSearch({ [name]: id === 'all' ? null : id })}
    />
  );
}
