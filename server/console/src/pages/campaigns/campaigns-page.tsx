import { useAccount } from '../../account/account.tsx';
import { mayHave } from '../../account/role.ts';
import { useSetSearch } from '../../address/view-search.ts';
import { useList } from '../../client/use-list.ts';
import { Card } from '../../parts/card.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Page } from '../../parts/page.tsx';
import type { Campaign } from './campaign.ts';
import { CampaignChoice } from './campaign-choice.tsx';
import { CampaignFilters, useCampaignFilters } from './campaign-filters.tsx';
import { CampaignTable } from './campaign-table.tsx';
import { NewCampaign } from './new-campaign.tsx';
import { SpendByDay } from './spend-by-day.tsx';
import { SpendByFile } from './spend-by-file.tsx';
import { SpendTable } from './spend-table.tsx';

/** Campaigns: what each cost and brought, and what they are. */
export function CampaignsPage() {
  const { app, role } = useAccount();
  const campaigns = useList('list_campaigns', { p_app_id: app?.id ?? null, p_limit: 200 });
  const isMarketer = mayHave(role, 'marketer');
  return (
    <Page title="Campaigns" intro="What they cost, and what they brought in the period. Days are UTC.">
      <Card title="Campaigns" actions={<CampaignFilters />}>
        <Loaded of={campaigns}>{(items) => <Campaigns all={items} more={campaigns.more} />}</Loaded>
      </Card>
      <Card title="Recorded spend" actions={<CampaignChoice />}>
        <SpendTable campaigns={campaigns.data ?? []} />
      </Card>
      {isMarketer && (
        <div className="cards">
          <Card title="Make a campaign">
            <NewCampaign />
          </Card>
          <Card title="Record spend by hand">
            <SpendByDay campaigns={campaigns.data ?? []} />
          </Card>
          <Card title="Record spend by file">
            <SpendByFile />
          </Card>
        </div>
      )}
    </Page>
  );
}

interface CampaignsProps {
  readonly all: readonly Campaign[];
  readonly more: (() => void) | undefined;
}

/** Those that the address asks for; the archived ones only where it names them. */
function Campaigns({ all, more }: CampaignsProps) {
  const { role } = useAccount();
  const { channel, state } = useCampaignFilters();
  const setSearch = useSetSearch();
  const shown = all
    .filter(({ archived }) => state === 'all' || archived === (state === 'archived'))
    .filter((campaign) => channel === null || campaign.channel === channel);
  if (shown.length > 0) return <CampaignTable campaigns={shown} more={more} />;
  if (all.length > 0)
    return (
      <EmptyState
        action={
          <button type="button" onClick={() => setSearch({ channel: null, state: 'all' }, true)}>
            Show all campaigns
          </button>
        }
      >
        No campaign fits this.
      </EmptyState>
    );
  return (
    <EmptyState>
      There is no campaign yet. A campaign gathers links, and is what ad spend is recorded for.{' '}
      {mayHave(role, 'marketer') ? 'Make one below.' : 'A marketer makes them.'}
    </EmptyState>
  );
}
