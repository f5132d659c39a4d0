import { useAccount } from '../../account/account.tsx';
import { mayHave } from '../../account/role.ts';
import { useList } from '../../client/use-list.ts';
import { Card } from '../../parts/card.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Page } from '../../parts/page.tsx';
import { CampaignTable } from './campaign-table.tsx';
import { NewCampaign } from './new-campaign.tsx';
import { SpendByDay } from './spend-by-day.tsx';
import { SpendByFile } from './spend-by-file.tsx';

/** Campaigns: what each cost and brought, and what they are. */
export function CampaignsPage() {
  const { app, role } = useAccount();
  const campaigns = useList('list_campaigns', app ? { p_app_id: app.id } : {});
  const isMarketer = mayHave(role, 'marketer');
  return (
    <Page title="Campaigns" intro="What they cost, and what they brought in the period. Days are UTC.">
      <Card title="Campaigns">
        <Loaded of={campaigns}>
          {(items) =>
            items.length === 0 ? (
              <EmptyState>
                There is no campaign yet. A campaign gathers links, and is what ad spend is recorded for.
              </EmptyState>
            ) : (
              <CampaignTable campaigns={items} more={campaigns.more} />
            )
          }
        </Loaded>
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
