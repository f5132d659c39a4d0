import { useSetSearch, useViewSearch } from '../../address/view-search.ts';

interface SearchFieldProps {
  readonly label: string;
  /** Of the part of the address that keeps the text. */
  readonly name: string;
}

/** Narrows a list to a text, which stands in the address. */
export function SearchField({ label, name }: SearchFieldProps) {
  const text = useViewSearch()[name] ?? '';
  const setSearch = useSetSearch();
  return (
    <search>
      <form
        className="search-field"
        onSubmit={(event) => {
          event.preventDefault();
          const given = new FormData(event.currentTarget).get(name);
          setSearch({ [name]: typeof given === 'string' ? given.trim() : null }, true);
        }}
      >
        <input
          key={text}
          type="search"
          name={name}
          aria-label={label}
          placeholder={label}
          defaultValue={text}
          maxLength={300}
        />
        <button type="submit">Find</button>
      </form>
    </search>
  );
}
