import { useSetSearch, useViewSearch } from '../../address/view-search.ts';
import { Choice } from '../../parts/forms/choice.tsx';
import { CHANNELS, channelOf } from '../../values/channels.ts';
import { countries, isCountry } from '../../values/countries.ts';
import { MODELS, modelOf } from '../../values/models.ts';
import { CampaignChoice, useCampaign } from '../campaigns/campaign-choice.tsx';

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

/** What the address narrows the log to, as the service takes it; what is no value of a filter narrows nothing. */
export function useAttributionFilters() {
  const { channel, model, min, flagged, country } = useViewSearch();
  return {
    p_channel: channelOf(channel) ?? null,
    p_campaign_id: useCampaign(),
    p_model: modelOf(model) ?? null,
    p_min_confidence: SURE.slice(1).some(({ id }) => id === min) ? Number(min) : null,
    p_flagged: flagged === 'yes' ? true : null,
    p_country: isCountry(country) ? country : null,
  };
}

/** What the log is narrowed to; it stands in the address. */
export function AttributionFilters() {
  return (
    <>
      <CampaignChoice />
      <Filter name="model" label="Model" options={[{ id: 'all', name: 'All models' }, ...MODELS]} />
      <Filter name="channel" label="Channel" options={[{ id: 'all', name: 'All channels' }, ...CHANNELS]} />
      <Filter
        name="country"
        label="Country"
        options={[{ id: 'all', name: 'All countries' }, ...countries()]}
      />
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
