import { useAccount } from '../../account/account.tsx';
import { isId } from '../../address/is-id.ts';
import { useSetSearch, useViewSearch } from '../../address/view-search.ts';
import { useList } from '../../client/use-list.ts';
import { Choice } from '../../parts/forms/choice.tsx';

const ALL = 'all';

/** The campaign that the address names; null for none. */
export function useCampaign(): string | null {
  const { campaign } = useViewSearch();
  return isId(campaign) ? campaign : null;
}

/** Narrows a page to a campaign. */
export function CampaignChoice() {
  const { app, apps } = useAccount();
  const campaign = useCampaign();
  const setSearch = useSetSearch();
  const campaigns = useList('list_campaigns', app ? { p_app_id: app.id } : {}, { enabled: apps.length > 0 });
  const listed = campaigns.data ?? [];
  // Of another app, or beyond the first page: it narrows what is shown all the same.
  const unlisted =
    campaign && !listed.some(({ id }) => id === campaign) ? [{ id: campaign, name: 'Another campaign' }] : [];
  return (
    <Choice
      label="Campaign"
      isCompact
      options={[{ id: ALL, name: 'All campaigns' }, ...unlisted, ...listed]}
      chosen={campaign ?? ALL}
      onChoose={(id) => setSearch({ campaign: id === ALL ? null : id }, true)}
    />
  );
}
