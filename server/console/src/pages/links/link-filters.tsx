import { useSetSearch, useViewSearch } from '../../address/view-search.ts';
import { SearchField } from '../../parts/forms/search-field.tsx';
import { CampaignChoice, useCampaign } from '../campaigns/campaign-choice.tsx';

/** The longest tag and text that the service takes. */
const [MOST_OF_TAG, MOST_OF_TEXT] = [40, 300];

/** What the address narrows the list to, as the service takes it; what can be no value narrows nothing. */
export function useLinkFilters() {
  const { tag, text } = useViewSearch();
  const taken = (given: string | undefined, most: number) =>
    given && given.trim() !== '' && given.length <= most && !/\p{Cc}/u.test(given) ? given : null;
  return {
    p_campaign_id: useCampaign(),
    p_tag: taken(tag, MOST_OF_TAG),
    p_text: taken(text, MOST_OF_TEXT),
  };
}

/** What the list is narrowed to; it stands in the address. */
export function LinkFilters() {
  const { p_tag } = useLinkFilters();
  const setSearch = useSetSearch();
  return (
    <>
      {p_tag && (
        <button type="button" className="tag" onClick={() => setSearch({ tag: null }, true)}>
          Tag: {p_tag} <span aria-hidden="true">✕</span>
          <span className="hidden-label">, show links with any</span>
        </button>
      )}
      <SearchField label="Text in a link" name="text" />
      <CampaignChoice />
    </>
  );
}
