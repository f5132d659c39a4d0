import { useSetSearch, useViewSearch } from '../../address/view-search.ts';
import { GROUPINGS, type Grouping, groupingOf } from '../../values/groups.ts';
import { Choice } from './choice.tsx';

/** The grouping that the address names; by country where it names none. */
export function useGrouping(): Grouping {
  const { group } = useViewSearch();
  return groupingOf(group) ?? GROUPINGS[0];
}

/** Chooses what a card is grouped by; it stands in the address. */
export function GroupingChoice() {
  const grouping = useGrouping();
  const setSearch = useSetSearch();
  return (
    <Choice
      label="Grouped"
      isCompact
      options={GROUPINGS}
      chosen={grouping.id}
      onChoose={(id) => setSearch({ group: id })}
    />
  );
}
