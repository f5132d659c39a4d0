import { useCountry } from '../../account/use-report-scope.ts';
import { useSetSearch } from '../../address/view-search.ts';
import { countries } from '../../values/countries.ts';
import { Choice } from './choice.tsx';

const ALL = 'all';

/** Narrows what a page shows to a country; it stands in the address. */
export function CountryChoice() {
  const country = useCountry();
  const setSearch = useSetSearch();
  return (
    <Choice
      label="Country"
      isCompact
      options={[{ id: ALL, name: 'All countries' }, ...countries()]}
      chosen={country ?? ALL}
      onChoose={(id) => setSearch({ country: id === ALL ? null : id }, true)}
    />
  );
}
