import { useState } from 'react';
import { useCountry } from '../../account/use-report-scope.ts';
import { useSetSearch } from '../../address/view-search.ts';
import { countries, nameOfCountry } from '../../values/countries.ts';
import { Choice } from './choice.tsx';

const ALL = 'all';

/** Narrows what a page shows to a country; it stands in the address. */
export function CountryChoice() {
  const country = useCountry();
  const setSearch = useSetSearch();
  // Naming and drawing some 250 countries takes as long as the rest of a page's head.
  const [isNear, setNear] = useState(false);
  const listed = isNear
    ? countries()
    : country === null
      ? []
      : [{ id: country, name: nameOfCountry(country) }];
  return (
    <Choice
      label="Country"
      isCompact
      options={[{ id: ALL, name: 'All countries' }, ...listed]}
      onNear={() => setNear(true)}
      chosen={country ?? ALL}
      onChoose={(id) => setSearch({ country: id === ALL ? null : id }, true)}
    />
  );
}
