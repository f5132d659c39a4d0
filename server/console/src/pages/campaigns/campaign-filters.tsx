import { useSetSearch, useViewSearch } from '../../address/view-search.ts';
import { Choice } from '../../parts/forms/choice.tsx';
import { CHANNELS, channelOf } from '../../values/channels.ts';

const STATES = [
  { id: 'active', name: 'In use' },
  { id: 'archived', name: 'Archived' },
  { id: 'all', name: 'In use and archived' },
];

/** What the address narrows the table to; what is no value of a filter narrows nothing. */
export function useCampaignFilters() {
  const { channel, state } = useViewSearch();
  return {
    channel: channelOf(channel) ?? null,
    state: STATES.find(({ id }) => id === state)?.id ?? 'active',
  };
}

/** What the table of campaigns is narrowed to; it stands in the address. */
export function CampaignFilters() {
  const { channel, state } = useCampaignFilters();
  const setSearch = useSetSearch();
  return (
    <>
      <Choice
        label="Channel"
        isCompact
        options={[{ id: 'all', name: 'All channels' }, ...CHANNELS]}
        chosen={channel ?? 'all'}
        onChoose={(id) => setSearch({ channel: id === 'all' ? null : id }, true)}
      />
      <Choice
        label="State"
        isCompact
        options={STATES}
        chosen={state}
        onChoose={(id) => setSearch({ state: id === 'active' ? null : id }, true)}
      />
    </>
  );
}
